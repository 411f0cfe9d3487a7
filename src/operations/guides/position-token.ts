/**
 * A position in a guide as a short text that the client keeps: how often each step was completed, sealed [U4.6]. It is
 * valid for one guide of one tenant, in the revision it was created for.
 */
import { createHash } from 'node:crypto';
import type { KeyRing } from '../../runtime/index.ts';
import { OperationError } from '../contract/operation-error.ts';
import { packCounts, unpackCounts } from './packed-counts.ts';

/** What a position belongs to. */
export interface TokenScope {
  readonly tenant: string;
  /** Id of the guide. */
  readonly guide: string;
  /** Revision of its document. */
  readonly revision: string;
  /** Ids of its steps, in an order that is fixed for the revision. */
  readonly steps: readonly string[];
}

/** Kept short: it is in every token, and models copy tokens letter by letter. */
const purpose = 'g';

/** @param completed ids of steps; unknown ones are left out */
export function sealPosition(keys: KeyRing, scope: TokenScope, completed: readonly string[]): string {
  const { tenant, guide, revision } = scope;
  const data = `${tagOf(guide)}${tagOf(revision)}${textOf(packCounts(countsOf(scope, completed)))}`;
  return keys.seal(purpose, data, { bind: tagOf(tenant) });
}

/**
 * @returns ids of the completed steps, each as often as it was completed. Throws if the token is not valid for this
 * scope.
 */
export function openPosition(
  keys: KeyRing,
  scope: TokenScope,
  token: string,
  now: number,
): readonly string[] {
  const opened = keys.open(purpose, token, now, tagOf(scope.tenant));
  if (opened.kind === 'refused') {
    throw refused(opened.reason === 'foreign' ? 'The token was issued to another caller.' : notOurs);
  }
  // A token that can be opened was sealed above.
  const data = String(opened.data);
  if (data.slice(0, tagLength) !== tagOf(scope.guide)) {
    throw refused(`The token belongs to another guide than “${scope.guide}”.`);
  }
  if (data.slice(tagLength, 2 * tagLength) !== tagOf(scope.revision)) throw outdated(scope);
  return unpackCounts(Buffer.from(data.slice(2 * tagLength), 'latin1')).flatMap((count, index) =>
    Array.from({ length: count }, () => scope.steps[index] ?? ''),
  );
}

const notOurs = 'The token was not created by this server, or it was changed.';

/** Long enough to detect another revision. */
const tagLength = 4;

/** One byte per character. */
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
    message: `The guide “${guide}” changed after the token was created, so its position may no longer exist.`,
    context: { workflow: guide },
  });
