/** Describes how long a loop runs: `while retries < 3`, `for each file in files`. */

import { conditionText } from '../conditions/condition-text.ts';
import type { LoopStep } from '../model/schema.ts';

export function loopText({ rule, itemVar }: Pick<LoopStep, 'rule' | 'itemVar'>): string {
  switch (rule.kind) {
    case 'while':
    case 'until':
      return `${rule.kind} ${conditionText(rule.condition)}`;
    case 'for':
      return `for ${rule.count}`;
    case 'forEach':
      return `for each ${itemVar ?? 'item'} in ${rule.items}`;
    case 'control':
      return 'while its last output says “continue”';
  }
}
