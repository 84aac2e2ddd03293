import type { ZoneTable } from '../../schema/time.ts';
import type { Omission } from '../time/index.ts';
import { clockText, dateText, offsetIn, offsetText } from '../time/index.ts';

/** Returns one omission in words: which nominal time gives no fire, and why. */
export function omissionText(omission: Omission, table: ZoneTable | undefined): string {
  const when = `${dateText(omission.nominal)} ${clockText(omission.nominal)}`;
  switch (omission.cause) {
    case 'dst.gap':
      return `${when} does not exist; gap is skip`;
    case 'dst.fold':
      return `${when} ${offsetText(offsetIn(table, omission.at))} is the other of two passes`;
    case 'dst.merged':
      return `${when} falls on the instant of another fire`;
    case 'calendar':
      return `${when} is taken away by a calendar`;
    case 'skipped':
      return `${when} is skipped${omission.reason ? `: ${omission.reason}` : ''}`;
    case 'paused':
      return `${when} is paused${omission.reason ? `: ${omission.reason}` : ''}`;
  }
}
