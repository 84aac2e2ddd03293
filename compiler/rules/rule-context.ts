import type { DeclaredDocument } from '../../schema/declared.ts';
import type { JobSpec } from '../../schema/index.ts';
import type { Manifest } from '../../schema/manifest.ts';
import type { Instant } from '../../schema/time.ts';
import { scheduleOf } from '../manifest/index.ts';
import { type DstWindow, dstWindows, parseCron, type Schedule, smallestSpacing } from '../time/index.ts';
import { perKey } from './per-key.ts';
import type { RuleContext, RuleJob, WrittenCron } from './rule.ts';

const lookAhead = 400 * 86_400;

/** Lays out a manifest and its documents for rules. */
export function ruleContext(
  manifest: Manifest,
  documents: readonly DeclaredDocument[],
  now: Instant,
): RuleContext {
  const byName = new Map<string, DeclaredDocument>();
  for (const document of documents)
    byName.set(`${document.kind} ${document.tenant}/${document.name}`, document);
  const documentOf: RuleContext['documentOf'] = (kind, tenant, name) =>
    byName.get(`${kind} ${tenant}/${name}`);
  const until = now + lookAhead;
  const changes = new Map<string, readonly DstWindow[]>();
  return {
    manifest,
    jobs: jobsOf(manifest, documentOf),
    documentOf,
    now,
    until,
    changes: ({ meaning: { timing }, table }) => {
      if (!('zone' in timing) || timing.zone === undefined) return [];
      const windows =
        changes.get(timing.zone) ?? dstWindows(table, now, until).filter(({ kind }) => kind !== 'offset');
      changes.set(timing.zone, windows);
      return windows;
    },
    spacing: perKey((schedule: Schedule) => smallestSpacing(schedule, now, until)),
  };
}

function jobsOf(manifest: Manifest, documentOf: RuleContext['documentOf']): readonly RuleJob[] {
  const parsed = new Map<string, WrittenCron['cron'] | undefined>();
  const cronOf = (text: string) => {
    if (!parsed.has(text)) {
      const result = parseCron(text);
      parsed.set(text, result.kind === 'cron' ? result.cron : undefined);
    }
    return parsed.get(text);
  };
  return Object.entries(manifest.tenants).flatMap(([tenant, { jobs }]) =>
    Object.entries(jobs).flatMap(([name, meaning]): RuleJob[] => {
      const document = documentOf('Job', tenant, name);
      if (!document) return [];
      const { cron: written } = (document.value as { spec: JobSpec }).spec.schedule;
      const texts = typeof written === 'string' ? [written] : (written ?? []);
      const expressions = texts.flatMap((text, index): WrittenCron[] => {
        const cron = cronOf(text);
        const pointer = typeof written === 'string' ? '/spec/schedule/cron' : `/spec/schedule/cron/${index}`;
        return cron ? [{ text, cron, pointer }] : [];
      });
      return [
        { tenant, name, meaning, document, schedule: scheduleOf(manifest, tenant, meaning), expressions },
      ];
    }),
  );
}
