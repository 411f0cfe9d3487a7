/**
 * A position in a guide as a short text that the client keeps: how often each step was completed, sealed [U4.6]. It is
 * valid for one guide of one tenant, in the revision it was created for.
 */
import type { PositionTokens } from '../../../language-api.ts';
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
export function sealPosition(
  tokens: PositionTokens,
  scope: TokenScope,
  completed: readonly string[],
): string {
  return tokens.seal(purpose, [scope.guide, scope.revision], packCounts(countsOf(scope, completed)));
}

/**
 * @returns ids of the completed steps, each as often as it was completed. Throws if the token is not valid for this
 * scope.
 */
export function openPosition(tokens: PositionTokens, scope: TokenScope, token: string): readonly string[] {
  const opened = tokens.open(purpose, [scope.guide, scope.revision], token);
  switch (opened.kind) {
    case 'foreign':
      throw refused('The token was issued to another caller.');
    case 'invalid':
      throw refused('The token was not created by this server, or it was changed.');
    case 'unbound':
      throw opened.at === 0
        ? refused(`The token belongs to another guide than “${scope.guide}”.`)
        : outdated(scope);
    case 'opened':
      return unpackCounts(opened.data).flatMap((count, index) =>
        Array.from({ length: count }, () => scope.steps[index] ?? ''),
      );
  }
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
