/**
 * A position in a guide as a short text that the client keeps: how often each step was completed, sealed [U4.6]. It is
 * valid for one guide of one tenant, in the revision it was created for.
 */
import type { Seals } from '../../../language-api.ts';
import { Refusal } from '../../../refusal.ts';
import { packCounts, unpackCounts } from './packed-counts.ts';

/** What a position belongs to. */
export interface TokenScope {
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
export function sealPosition(seals: Seals, scope: TokenScope, completed: readonly string[]): string {
  const counts = packCounts(countsOf(scope, completed));
  return seals.seal(purpose, `${tagsOf(scope)}${String.fromCharCode(...counts)}`, { bind: '' });
}

/**
 * @returns ids of the completed steps, each as often as it was completed. Throws if the token is not valid for this
 * scope.
 */
export function openPosition(seals: Seals, scope: TokenScope, token: string): readonly string[] {
  const opened = seals.open(purpose, token, '');
  if (opened.kind === 'refused') {
    throw refused(
      opened.reason === 'foreign'
        ? 'The token was issued to another caller.'
        : 'The token was not created by this server, or it was changed.',
    );
  }
  // A token that can be opened was sealed above.
  const text = String(opened.data);
  const tags = tagsOf(scope);
  if (!text.startsWith(tags.slice(0, tagLength)))
    throw refused(`The token belongs to another guide than “${scope.guide}”.`);
  if (!text.startsWith(tags)) throw outdated(scope);
  const counts = unpackCounts(Uint8Array.from(text.slice(tags.length), (byte) => byte.charCodeAt(0)));
  return counts.flatMap((count, index) => Array.from({ length: count }, () => scope.steps[index] ?? ''));
}

/** In characters of one byte each. */
const tagLength = 4;

const tagsOf = ({ guide, revision }: TokenScope): string => tagOf(guide) + tagOf(revision);

/** Long enough to detect another text (FNV-1a). The seal protects it. */
function tagOf(text: string): string {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return String.fromCharCode(hash >>> 24, (hash >>> 16) & 255, (hash >>> 8) & 255, hash & 255);
}

function countsOf({ steps }: TokenScope, completed: readonly string[]): readonly number[] {
  const indexes = new Map(steps.map((id, index) => [id, index]));
  const counts = steps.map(() => 0);
  for (const id of completed) {
    const index = indexes.get(id);
    if (index !== undefined) counts[index] = (counts[index] ?? 0) + 1;
  }
  return counts;
}

const refused = (message: string): Refusal => new Refusal({ code: 'token_refused', message });

const outdated = ({ guide }: TokenScope): Refusal =>
  new Refusal({
    code: 'token_outdated',
    message: `The guide “${guide}” changed after the token was created, so its position may no longer exist.`,
    context: { workflow: guide },
  });
