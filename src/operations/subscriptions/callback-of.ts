/** Validates the address of deliveries as far as possible before anything is sent [F3.5]. */
import { checkCallback, maxCallbackLength } from '../../connectors/index.ts';
import { phrase } from '../../languages/index.ts';
import { OperationError, type OperationViolation } from '../contract/operation-error.ts';
import type { Services } from '../contract/services.ts';
import type { Webhooks } from '../infrastructure/webhooks.ts';

/** Returns it in the stored form. Throws OperationError. */
export function callbackOf(text: string, { allowed }: Webhooks): string {
  const checked = checkCallback(text, allowed);
  if (checked.kind === 'callback') return checked.url.href;
  throw new OperationError({
    code: 'invalid_callback',
    message: `The callback address is not valid. ${checked.problems.map((problem) => `It ${problem}`).join(' ')}`,
    violations: checked.problems.map(violationOf),
  });
}

/** Violations of the address, for an input that has other errors as well. */
export function callbackViolations(asked: unknown, { webhooks }: Services): readonly OperationViolation[] {
  const url: unknown = typeof asked === 'object' && asked !== null ? Reflect.get(asked, 'url') : undefined;
  // A value that is not text, or is too long, is already reported.
  const isRead = typeof url === 'string' && url !== '' && url.length <= maxCallbackLength;
  if (!isRead || webhooks === undefined) return [];
  const checked = checkCallback(url, webhooks.allowed);
  return checked.kind === 'problems' ? checked.problems.map(violationOf) : [];
}

const violationOf = (problem: string): OperationViolation => ({
  path: 'url',
  rule: 'callback',
  message: phrase`${{ field: 'url' }} ${problem}`,
  expected: 'a public address with https',
  actual: 'another',
});
