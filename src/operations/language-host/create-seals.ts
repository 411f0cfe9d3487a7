/** Texts that clients keep for a language, sealed for their tenant. */
import { createHash } from 'node:crypto';
import type { Seals } from '../../languages/index.ts';
import { createRunId, type KeyRing } from '../../runtime/index.ts';

/** A seal of another tenant is foreign, whatever it is bound to. */
export function createSeals(keys: KeyRing, tenant: string, now: () => number): Seals {
  const tag = tagOf(tenant);
  // Names of tenants have no spaces. What is bound to nothing else is short: agents copy it letter by letter.
  const bound = (bind: string): string => (bind === '' ? tag : `${tenant} ${bind}`);
  return {
    createId: () => createRunId(now()),
    seal: (purpose, data, { bind, ...options }) =>
      keys.seal(purpose, data, { ...options, bind: bound(bind) }),
    open: (purpose, sealed, bind) => keys.open(purpose, sealed, now(), bound(bind)),
  };
}

/** Long enough to detect another tenant. */
const tagLength = 4;

/** One byte per character. */
const tagOf = (text: string): string =>
  createHash('sha256').update(text).digest().subarray(0, tagLength).toString('latin1');
