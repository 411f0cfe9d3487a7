/** Creates a context with every list and number that the loops of a guide need, to play it without a real context. */
import type { Json } from '../../../expression/index.ts';
import type { GuideContext } from '../model/guide-context.ts';
import type { Guide } from '../model/schema.ts';
import { loopNames } from '../net/loop-values.ts';
import { type PlannedStep, planSteps } from '../net/plan-steps.ts';
import { toLoopScope } from '../net/to-loop-scope.ts';

type Draft = { [name: string]: Draft | Json };

/** Variables that an outer loop sets are left out: the context cannot set them. */
export function exampleContext(guide: Guide): GuideContext {
  const draft: Draft = Object.create(null);
  addNeeds(planSteps(guide), draft, new Set());
  return draft as GuideContext;
}

function addNeeds(steps: readonly PlannedStep[], draft: Draft, own: ReadonlySet<string>): void {
  for (const step of steps) {
    if (step.kind !== 'loop') continue;
    const { rule } = step.loop;
    if (rule.kind === 'forEach') put(draft, rule.items, [`${rule.items}-1`, `${rule.items}-2`], own);
    if (rule.kind === 'for' && typeof rule.count === 'string') put(draft, rule.count, 2, own);
    addNeeds(step.body, draft, new Set([...own, ...loopNames(toLoopScope(step.loop))]));
  }
}

/** @param name may be a path with dots */
function put(draft: Draft, name: string, value: Json, own: ReadonlySet<string>): void {
  const path = name.split('.');
  const last = path.pop() ?? '';
  if (own.has(path[0] ?? last)) return;
  let place = draft;
  for (const key of path) {
    const inside = place[key];
    const next: Draft =
      typeof inside === 'object' && inside !== null && !Array.isArray(inside)
        ? (inside as Draft)
        : Object.create(null);
    place[key] = next;
    place = next;
  }
  place[last] ??= value;
}
