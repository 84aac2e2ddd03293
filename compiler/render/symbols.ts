import type { ChangeAction, FireAction } from '../../schema/plan.ts';
import type { Paint } from './paint.ts';

/** The signs of a plan, as Terraform has them; `±` is a fire that moves, `~` one that stays with another outcome. */
export const actionSymbol: Readonly<Record<ChangeAction | FireAction, string>> = {
  add: '+',
  remove: '-',
  change: '~',
  move: '±',
  alter: '~',
  keep: ' ',
};

/** Paints a line by what it tells of. */
export function paintAction(paint: Paint, action: ChangeAction | FireAction, text: string): string {
  if (action === 'add') return paint.add(text);
  if (action === 'remove') return paint.remove(text);
  return action === 'keep' ? text : paint.change(text);
}
