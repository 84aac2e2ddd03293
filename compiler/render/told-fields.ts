import type { FieldChange, JobChange } from '../../schema/plan.ts';

/**
 * Returns the fields of a job that are told. Of a changed job all that differ; a new or removed one in a few lines:
 * its schedule field by field, its policy and target in one line each, as they are or were.
 */
export function toldFields({ action, changes }: JobChange): readonly FieldChange[] {
  if (action === 'change') return changes;
  const under = (head: string) =>
    changes
      .filter(({ path }) => path.startsWith(`${head}.`))
      .toSorted((a, b) => rankOf(a.path) - rankOf(b.path));
  const joined = (head: string): FieldChange[] => {
    const fields = under(head);
    if (fields.length === 0) return [];
    const text = (side: 'before' | 'after') =>
      fields
        .flatMap((field) =>
          field[side] === undefined ? [] : [`${field.path.slice(head.length + 1)} ${field[side]}`],
        )
        .join(', ');
    const place = fields[0]!.place;
    return [{ path: head, after: text('after') || text('before'), ...(place && { place }) }];
  };
  const shown = changes.filter(({ path }) => !/^(policy|target)\./.test(path));
  return [...shown.map(onlySide), ...joined('policy'), ...joined('target')];
}

const told = ['lateAfter', 'horizon', 'overlap', 'catchUp', 'dst.gap', 'dst.fold', 'http.url'];

/** The five answers in the order in which a policy is written, then the rest. */
function rankOf(path: string): number {
  const rank = told.indexOf(path.slice(path.indexOf('.') + 1));
  return rank < 0 ? told.length : rank;
}

/** A removed job's fields are told as they were, not as changes. */
function onlySide({ path, before, after, place }: FieldChange): FieldChange {
  const value = after ?? before;
  return { path, ...(value !== undefined && { after: value }), ...(place && { place }) };
}
