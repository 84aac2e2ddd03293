import type { OrderAnswer } from '../../schema/orders.ts';

/** Says what became of an order, and how it is taken back. */
export function orderText({ taken, request, at, hold }: OrderAnswer, done: string, undo?: string): string {
  const lines = taken
    ? [`${done}, since ${at}${hold === undefined ? '' : `, by ${hold}`}.`]
    : [
        `The order ${request} is posted, and no worker has taken it in yet. It counts as soon as one does: \`almanac backlog\` says whether any is there.`,
      ];
  return [...lines, ...(undo === undefined ? [] : [`To end it: \`${undo}\``]), ''].join('\n');
}
