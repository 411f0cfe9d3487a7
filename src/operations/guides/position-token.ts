/**
 * A place in a guide as a short text that whoever is led keeps: how often each step was completed, sealed [U4.6]. It is good
 * for one guide of one tenant, as that guide was then.
 */
import { createHash } from 'node:crypto';
import type { KeyRing } from '../../runtime/index.ts';
import { OperationError } from '../contract/operation-error.ts';

/** What a place is in. */
export interface PlacedIn {
  readonly tenant: string;
  /** Id of the guide. */
  readonly guide: string;
  /** Of its document. */
  readonly revision: string;
  /** Ids of its steps, in an order that is the same as long as the revision is. */
  readonly steps: readonly string[];
}

const purpose = 'guide';

/** @param completed ids of steps; those that the guide does not have are left out */
export function sealPosition(keys: KeyRing, place: PlacedIn, completed: readonly string[]): string {
  const data = [tagOf(place.guide), shortOf(place.revision), encodeCounts(countsOf(place, completed))].join(
    '.',
  );
  return keys.seal(purpose, data, { bind: tagOf(place.tenant) });
}

/** @returns ids of the steps that were completed, each as often as it was. Throws where it is not of this place. */
export function openPosition(keys: KeyRing, place: PlacedIn, token: string, now: number): readonly string[] {
  const opened = keys.open(purpose, token, now, tagOf(place.tenant));
  if (opened.kind === 'refused') {
    throw refused(opened.reason === 'foreign' ? 'The token was given to somebody else.' : notOurs);
  }
  // What opens was sealed above.
  const [guide, revision, counts = ''] = String(opened.data).split('.');
  if (guide !== tagOf(place.guide)) throw refused(`The token is of another guide than “${place.guide}”.`);
  if (revision !== shortOf(place.revision)) throw outdated(place);
  return decodeCounts(counts).flatMap((count, index) =>
    Array.from({ length: count }, () => place.steps[index] ?? ''),
  );
}

const notOurs = 'The token is none that was given here, or it was changed on its way.';

/** Enough that another is noticed. */
const tagOf = (text: string): string =>
  createHash('sha256').update(text).digest().subarray(0, 6).toString('base64url');
const shortOf = (revision: string): string => revision.slice(0, 8);

function countsOf({ steps }: PlacedIn, completed: readonly string[]): readonly number[] {
  const indexes = new Map(steps.map((id, index) => [id, index]));
  const counts = steps.map(() => 0);
  for (const id of completed) {
    const index = indexes.get(id);
    if (index !== undefined) counts[index] = (counts[index] ?? 0) + 1;
  }
  return counts;
}

/** `1x12-3x4-2`: twelve steps once, four three times, one twice; what was not begun yet at the end is left out. */
function encodeCounts(counts: readonly number[]): string {
  const runs: { readonly count: number; length: number }[] = [];
  for (const count of counts.slice(0, counts.findLastIndex((each) => each > 0) + 1)) {
    const last = runs.at(-1);
    if (last?.count === count) last.length += 1;
    else runs.push({ count, length: 1 });
  }
  return runs.map(({ count, length }) => (length === 1 ? `${count}` : `${count}x${length}`)).join('-');
}

function decodeCounts(text: string): readonly number[] {
  if (text === '') return [];
  return text.split('-').flatMap((run) => {
    const [count = 0, length = 1] = run.split('x').map(Number);
    return Array.from({ length }, () => count);
  });
}

const refused = (message: string): OperationError => new OperationError({ code: 'token_refused', message });

const outdated = ({ guide }: PlacedIn): OperationError =>
  new OperationError({
    code: 'token_outdated',
    message: `The guide “${guide}” was changed since the token was given, so the place that it tells may not be there any more.`,
    context: { workflow: guide },
  });
