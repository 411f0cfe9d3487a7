/** Describes a loop as the steps inside it see it. */

import type { LoopStep } from '../model/schema.ts';
import type { LoopScope } from './guide-source.ts';

export function toLoopScope({
  id,
  rule,
  maxIterations: most,
  iterationVar,
  itemVar,
  indexVar,
}: LoopStep): LoopScope {
  const over = rule.kind === 'forEach' ? 'list' : rule.kind === 'for' ? 'count' : 'condition';
  const control = rule.kind === 'control' ? rule.loopId : null;
  return { id, over, control, most, iterationVar, itemVar, indexVar };
}
