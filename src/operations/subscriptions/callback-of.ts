/** The address that deliveries go to, as far as it can be told before anything is sent [F3.5]. */
import { checkCallback, maxCallbackLength } from '../../connectors/index.ts';
import { OperationError, type OperationViolation } from '../contract/operation-error.ts';
import type { Services } from '../contract/services.ts';
import type { Webhooks } from '../webhooks/webhooks.ts';

/** As it is kept. Throws OperationError. */
export function callbackOf(text: string, { allowed }: Webhooks): string {
  const checked = checkCallback(text, allowed);
  if (checked.kind === 'callback') return checked.url.href;
  throw new OperationError({
    code: 'invalid_callback',
    message: `The address cannot be called back. ${checked.problems.join(' ')}`,
    violations: checked.problems.map(violationOf),
  });
}

/** What is wrong with that of an input that does not fit otherwise, either. */
export function callbackViolations(asked: unknown, { webhooks }: Services): readonly OperationViolation[] {
  const url: unknown = typeof asked === 'object' && asked !== null ? Reflect.get(asked, 'url') : undefined;
  // What is no text, or too long a one, is told already.
  const isRead = typeof url === 'string' && url !== '' && url.length <= maxCallbackLength;
  if (!isRead || webhooks === undefined) return [];
  const checked = checkCallback(url, webhooks.allowed);
  return checked.kind === 'problems' ? checked.problems.map(violationOf) : [];
}

const violationOf = (problem: string): OperationViolation => ({
  path: 'url',
  rule: 'callback',
  message: problem.replace(/^It\b/, '“url”'),
  expected: 'a public address with https',
  actual: 'another',
});
