import { commands, joinCommands, main } from './compiler/cli/index.ts';
import { commands as runtimeCommands } from './runtime/cli/index.ts';

process.exitCode = await main(process.argv.slice(2), process, joinCommands(commands, runtimeCommands));
