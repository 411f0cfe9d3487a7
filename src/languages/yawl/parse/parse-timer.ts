/** Parses the timer of a task. */
import type { FormNode } from '../form/form-node.ts';
import { childOf, contentOf } from '../form/form-node.ts';
import type { YawlTimer } from '../model/schema.ts';

/** Unit of xs:duration: before and after the number. */
const intervals: ReadonlyMap<string, readonly [string, string]> = new Map([
  ['YEAR', ['P', 'Y']],
  ['MONTH', ['P', 'M']],
  ['DAY', ['P', 'D']],
  ['HOUR', ['PT', 'H']],
  ['MIN', ['PT', 'M']],
  ['SEC', ['PT', 'S']],
]);

/** `null` if it has no valid time. */
export function parseTimer(node: FormNode | undefined): YawlTimer | null {
  if (node === undefined) return null;
  const written = (name: string) => {
    const found = childOf(node, name);
    return found === undefined ? undefined : contentOf(found).trim();
  };
  const due = dueOf(node, written);
  const trigger = written('trigger');
  if (due === undefined) return null;
  return {
    at: node.at,
    trigger: trigger === 'OnEnabled' || trigger === 'OnExecuting' ? trigger : null,
    due,
    workdays: ['true', '1'].includes(written('workdays') ?? ''),
  };
}

function dueOf(node: FormNode, written: (name: string) => string | undefined): YawlTimer['due'] | undefined {
  const variable = childOf(node, 'netparam');
  if (variable !== undefined) {
    return { kind: 'variable', variable: { name: contentOf(variable).trim(), at: variable.textAt } };
  }
  const expiry = written('expiry');
  if (expiry !== undefined) return { kind: 'expiry', at: Number(expiry) || 0 };
  const duration = written('duration') ?? durationOf(childOf(node, 'durationparams'));
  return duration === undefined ? undefined : { kind: 'duration', duration };
}

function durationOf(node: FormNode | undefined): string | undefined {
  const ticks = childOf(node, 'ticks');
  const interval = childOf(node, 'interval');
  if (ticks === undefined || interval === undefined) return undefined;
  const number = Number(contentOf(ticks)) || 0;
  const sign = number < 0 ? '-' : '';
  const amount = Math.abs(number);
  const unit = contentOf(interval);
  if (unit === 'WEEK') return `${sign}P${amount * 7}D`;
  if (unit === 'MSEC')
    return `${sign}PT${Math.floor(amount / 1000)}.${String(amount % 1000).padStart(3, '0')}S`;
  const [before, behind] = intervals.get(unit) ?? ['PT', 'S'];
  return `${sign}${before}${amount}${behind}`;
}
