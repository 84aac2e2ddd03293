import { platformTzdata } from '../../compiler/index.ts';
import type { DeclaredDocument } from '../../schema/declared.ts';
import type { Diagnostic } from '../../schema/diagnostic.ts';
import type { Digest } from '../../schema/manifest.ts';
import type { Instant, ZoneTable } from '../../schema/time.ts';
import type { TenantView } from '../backends/session.ts';
import { type Impact, impactOf } from '../fires/impact.ts';
import {
  compileJobSide,
  firesOf,
  type JobSide,
  jobSideOf,
  platformTable,
  zoneOfSide,
} from '../fires/job-side.ts';
import type { JobSurroundings } from './job-surroundings.ts';

/** What a job's declaration, planned or applied, means for its fires. */
export interface JobOutlook {
  readonly side: JobSide;
  readonly fires: Readonly<Record<string, string>>;
  readonly digest: Digest;
  /** Tables to be put in force with the job: of a zone that has none yet, or whose new one moves fires. */
  readonly zones: Readonly<Record<string, ZoneTable>>;
  /** The zone whose table in force gives other fires than the platform's. */
  readonly drifted: string | undefined;
}

/** Compiles a job in its surroundings. Undefined outlook: something that decides its fires is not known, or is wrong. */
export function jobOutlook(
  document: DeclaredDocument,
  { named, missing, isWhole }: JobSurroundings,
  view: TenantView | undefined,
  from: Instant | undefined,
): { readonly outlook: JobOutlook | undefined; readonly diagnostics: readonly Diagnostic[] } {
  const inForce = view?.inForce?.manifest.zones ?? {};
  const { side, diagnostics } = compileJobSide(document, named, missing, inForce);
  if (!side || !isWhole || from === undefined) return { outlook: undefined, diagnostics };
  const fires = firesOf(side, from);
  const common = { digest: side.meaning.digest, drifted: undefined };
  const zone = zoneOfSide(side)?.zone;
  if (zone === undefined) return { outlook: { ...common, side, fires, zones: {} }, diagnostics };
  const table = platformTable(zone);
  const known = inForce[zone];
  if (!known) return { outlook: { ...common, side, fires, zones: { [zone]: table } }, diagnostics };
  if (isSameTable(known, table)) return { outlook: { ...common, side, fires, zones: {} }, diagnostics };

  // Tables that differ matter where they give other fires.
  const { [zone]: _, ...others } = inForce;
  const young = compileJobSide(document, named, missing, others).side;
  const youngFires = young && firesOf(young, from);
  if (!youngFires || JSON.stringify(youngFires) === JSON.stringify(fires))
    return { outlook: { ...common, side, fires, zones: {} }, diagnostics };
  return {
    outlook: { ...common, side: young, fires: youngFires, zones: { [zone]: table }, drifted: zone },
    diagnostics,
  };
}

/** What the outlook changes of what is in force; `name` is the job's name there. */
export function jobImpact(
  outlook: JobOutlook,
  view: TenantView | undefined,
  name: string,
  from: Instant,
): Impact {
  const { tenant } = outlook.side;
  const before = view?.inForce && jobSideOf(view.inForce.manifest, tenant, name);
  return impactOf(before, outlook.side, from);
}

/** Name of the time-zone data behind an outlook's fires. */
export function tzdataOf({ zones }: JobOutlook, view: TenantView | undefined): string {
  const isPlatform = Object.keys(zones).length > 0;
  return (isPlatform ? undefined : view?.inForce?.manifest.tzdata) ?? platformTzdata();
}

function isSameTable(a: ZoneTable, b: ZoneTable): boolean {
  return String(a.transitions) === String(b.transitions) && String(a.offsets) === String(b.offsets);
}
