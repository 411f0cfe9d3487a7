/**
 * A place in a guide as a short text that whoever is led keeps: how often each step was completed, sealed [U4.6]. It is good
 * for one guide of one tenant, as that guide was then.
 */
import { createHash } from 'node:crypto';
import type { KeyRing } from '../../runtime/index.ts';
import { OperationError } from '../contract/operation-error.ts';
import { packCounts, unpackCounts } from './packed-counts.ts';

/** What a place is in. */
export interface TokenScope {
  readonly tenant: string;
  /** Id of the guide. */
  readonly guide: string;
  /** Of its document. */
  readonly revision: string;
  /** Ids of its steps, in an order that is the same as long as the revision is. */
  readonly steps: readonly string[];
}

/** It stands in every token, and models copy them letter by letter. */
const purpose = 'g';

/** @param completed ids of steps; those that the guide does not have are left out */
export function sealPosition(keys: KeyRing, scope: TokenScope, completed: readonly string[]): string {
  const { tenant, guide, revision } = scope;
  const data = `${tagOf(guide)}${tagOf(revision)}${textOf(packCounts(countsOf(scope, completed)))}`;
  return keys.seal(purpose, data, { bind: tagOf(tenant) });
}

/** @returns ids of the steps that were completed, each as often as it was. Throws where it is not of this place. */
export function openPosition(
  keys: KeyRing,
  scope: TokenScope,
  token: string,
  now: number,
): readonly string[] {
  const opened = keys.open(purpose, token, now, tagOf(scope.tenant));
  if (opened.kind === 'refused') {
    throw refused(opened.reason === 'foreign' ? 'The token was given to somebody else.' : notOurs);
  }
  // What opens was sealed above.
  const data = String(opened.data);
  if (data.slice(0, tagLength) !== tagOf(scope.guide)) {
    throw refused(`The token is of another guide than “${scope.guide}”.`);
  }
  if (data.slice(tagLength, 2 * tagLength) !== tagOf(scope.revision)) throw outdated(scope);
  return unpackCounts(Buffer.from(data.slice(2 * tagLength), 'latin1')).flatMap((count, index) =>
    Array.from({ length: count }, () => scope.steps[index] ?? ''),
  );
}

const notOurs = 'The token is none that was given here, or it was changed on its way.';

/** Enough that another is noticed. */
const tagLength = 4;

/** Bytes, one in each letter. */
const textOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('latin1');

const tagOf = (text: string): string =>
  textOf(createHash('sha256').update(text).digest().subarray(0, tagLength));

function countsOf({ steps }: TokenScope, completed: readonly string[]): readonly number[] {
  const indexes = new Map(steps.map((id, index) => [id, index]));
  const counts = steps.map(() => 0);
  for (const id of completed) {
    const index = indexes.get(id);
    if (index !== undefined) counts[index] = (counts[index] ?? 0) + 1;
  }
  return counts;
}

const refused = (message: string): OperationError => new OperationError({ code: 'token_refused', message });

const outdated = ({ guide }: TokenScope): OperationError =>
  new OperationError({
    code: 'token_outdated',
    message: `The guide “${guide}” was changed since the token was given, so the place that it tells may not be there any more.`,
    context: { workflow: guide },
  });
