import type { Diagnostic } from '../../schema/diagnostic.ts';
import { readYaml } from '../read/index.ts';
import { type AlmanacConfig, compileConfig, standardConfig } from '../rules/index.ts';
import { type ConfigText, findConfig, readScope, type Scope } from '../source/index.ts';
import type { Call } from './call.ts';

/** What is configured, and what is wrong with how it is written. */
export interface Configuration {
  readonly config: AlmanacConfig;
  readonly diagnostics: readonly Diagnostic[];
  /** The file, where there is one. */
  readonly file?: ConfigText;
}

/**
 * Reads the configuration that holds in the working folder, for a command that reads no declarations.
 *
 * @throws {CallError} where a file that was named cannot be read.
 */
export function loadConfigHere({ io, options }: Call): Configuration {
  return loadConfig(readScope(['.'], io.cwd()), options.config);
}

/**
 * Reads the configuration that holds for a scope.
 *
 * @throws {CallError} where a file that was named cannot be read.
 */
export function loadConfig(scope: Scope, named: string | undefined): Configuration {
  const file = findConfig(scope, named);
  if (!file) return { config: standardConfig, diagnostics: [] };
  const { document, diagnostics } = readYaml(file.path, file.bytes);
  // Every value here is a word, so that no reader takes one for something else; `off` is a severity.
  const remarks = diagnostics.filter(({ code }) => code !== 'yaml-ambiguous');
  if (!document) return { config: standardConfig, diagnostics: remarks, file };
  const compiled = compileConfig(document);
  return { config: compiled.config, diagnostics: [...remarks, ...compiled.diagnostics], file };
}
