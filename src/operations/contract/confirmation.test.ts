import { expect, test } from 'vitest';
import { confirmTokenOf } from './confirm-token.ts';
import { type Confirmation, checkConfirmed } from './confirmation.ts';
import { OperationError } from './operation-error.ts';

const principal = {
  ...{ subject: 'ann', tenant: 'default', kind: 'person' as const },
  ...{ scopes: new Set<never>(), roles: [] },
};

/** @returns null if it is confirmed */
function refusalOf(
  confirmation: Confirmation,
  token: string | undefined,
  now: number,
): OperationError | null {
  const call = { operation: 'albums.clear', principal, input: { album: 'a' }, token };
  try {
    checkConfirmed(confirmation, call, { clock: { now: () => now } });
    return null;
  } catch (error) {
    if (error instanceof OperationError) return error;
    throw error;
  }
}

const minute = 60_000;
const cleared: Confirmation = { message: 'The album loses two photos.' };

test('[O4.2] a token expires after ten minutes', () => {
  const token = confirmTokenOf(refusalOf(cleared, undefined, 0));
  expect(refusalOf(cleared, token, 10 * minute - 1)).toBeNull();
  const late = refusalOf(cleared, token, 10 * minute);
  expect(late?.message).toMatch(/^The confirmation has expired\. /);
  expect(refusalOf(cleared, confirmTokenOf(late), 19 * minute)).toBeNull();
});

test('[O4.2] a token for one call is used once', () => {
  const once: Confirmation = { ...cleared, once: true };
  const token = confirmTokenOf(refusalOf(once, undefined, 0));
  expect(refusalOf(once, token, 1)).toBeNull();
  const again = refusalOf(once, token, 2);
  expect(again?.message).toMatch(/^The confirmation was used before\. /);
  expect(refusalOf(once, confirmTokenOf(again), 3)).toBeNull();
});
