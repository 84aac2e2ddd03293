import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { compileManifest } from '../../../compiler/manifest/index.ts';
import { planChange } from '../../../compiler/plan/index.ts';
import { checkText, readYaml } from '../../../compiler/read/index.ts';
import {
  type AlmanacConfig,
  compileConfig,
  runPlanRules,
  runRules,
  standardConfig,
} from '../../../compiler/rules/index.ts';
import { platformTzdata, zoneTable } from '../../../compiler/time/index.ts';
import type { Diagnostic } from '../../../schema/diagnostic.ts';
import type { Manifest } from '../../../schema/manifest.ts';
import type { ZoneTable } from '../../../schema/time.ts';
import { now } from './findings.ts';

/**
 * Everything that is said of the files of a case: of `input.yaml` as `almanac check` would, of the change from
 * `before.yaml` to `after.yaml` what the rules on a plan say.
 */
export function diagnose(folder: string): readonly Diagnostic[] {
  const { config, diagnostics } = configured(join(folder, 'almanac.config.yaml'));
  const found = existsSync(join(folder, 'input.yaml')) ? ofInput(folder, config) : ofChange(folder, config);
  return [...diagnostics, ...found];
}

function ofInput(folder: string, config: AlmanacConfig): readonly Diagnostic[] {
  const { read, compiled } = compileFile(folder, 'input.yaml');
  return [
    ...read.diagnostics,
    ...compiled.diagnostics,
    ...runRules(compiled.manifest, read.documents, config, now),
  ];
}

function ofChange(folder: string, config: AlmanacConfig): readonly Diagnostic[] {
  const [before, after] = [compiledAlone(folder, 'before.yaml'), compiledAlone(folder, 'after.yaml')];
  const plan = planChange(
    {
      before,
      after,
      base: { kind: 'manifest', label: 'before' },
      target: { kind: 'directory', label: 'after' },
      from: now,
      until: now + 365 * 86_400,
      findings: [],
    },
    now,
  );
  return runPlanRules(plan, { before, after }, config, now);
}

function compiledAlone(folder: string, file: string): Manifest {
  const { read, compiled } = compileFile(folder, file);
  const wrong = [...read.diagnostics, ...compiled.diagnostics];
  if (wrong.length > 0) throw new Error(wrong.map(({ code, message }) => `${code}: ${message}`).join('\n'));
  return compiled.manifest;
}

function compileFile(folder: string, path: string) {
  const read = checkText({ path, bytes: readFileSync(join(folder, path)), named: true });
  const other = otherTables(join(folder, path.replace('.yaml', '-tzdata.json')));
  const compiled = compileManifest(read.documents, {
    tzdata: other?.name ?? platformTzdata(),
    zoneTable: (zone) =>
      other?.zone === zone ? endedAt(zoneTable(zone), other.lastTransition) : zoneTable(zone),
    refused: read.refused,
    calendarFile: (declaredIn, name) => {
      const file = join(folder, dirname(declaredIn), name);
      return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
    },
  });
  return { read, compiled };
}

/** Time-zone data in which a zone's last transition is an earlier one. */
interface OtherTables {
  readonly name: string;
  readonly zone: string;
  readonly lastTransition: string;
}

function otherTables(file: string): OtherTables | undefined {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
}

function endedAt(table: ZoneTable, instant: string): ZoneTable {
  const count = table.transitions.filter((at) => at <= Date.parse(instant) / 1000).length;
  return {
    ...table,
    transitions: table.transitions.slice(0, count),
    offsets: table.offsets.slice(0, count + 1),
  };
}

function configured(file: string): ReturnType<typeof compileConfig> {
  if (!existsSync(file)) return { config: standardConfig, diagnostics: [] };
  const read = readYaml(basename(file), readFileSync(file));
  if (!read.document) throw new Error(read.diagnostics.map(({ message }) => message).join('\n'));
  return compileConfig(read.document);
}
