import { changesSoon } from './changes-soon.ts';
import { firesRemoved } from './fires-removed.ts';
import { horizonShortened } from './horizon-shortened.ts';
import { massChange } from './mass-change.ts';
import type { PlanRule } from './plan-rule.ts';
import { tzdataDrift } from './tzdata-drift.ts';

/** Every rule on a plan (design section 8), in the order in which their findings are read: the widest first. */
export const planRules: readonly PlanRule[] = [
  massChange,
  tzdataDrift,
  firesRemoved,
  horizonShortened,
  changesSoon,
];
