import { main } from './compiler/cli/index.ts';

process.exitCode = await main(process.argv.slice(2), process);
