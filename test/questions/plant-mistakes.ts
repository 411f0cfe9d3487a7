/** Makes mistakes of some kinds in one draft, and says what must be reported of it. */
import type { Draft } from './document-draft.ts';
import type { Mistake } from './document-tree.ts';
import type { MistakeKind } from './mistake-kind.ts';
import { problemsOfWays } from './reference-ways.ts';

export interface Planted {
  /** Those for which the document has a place. */
  readonly kinds: readonly MistakeKind[];
  /** What must be reported. */
  readonly mistakes: readonly Mistake[];
}

export function plantMistakes(draft: Draft, wanted: readonly MistakeKind[]): Planted {
  const made = wanted
    .toSorted((one, other) => Number(one.isOfFlow ?? false) - Number(other.isOfFlow ?? false))
    .flatMap((kind) => {
      const mistakes = kind.make(draft);
      return mistakes === undefined ? [] : [{ kind, mistakes }];
    });
  const planted = made.flatMap(({ mistakes }) => mistakes);
  const isInDoubt = made.some(({ kind }) => kind.isDecisive ?? false);
  return {
    kinds: made.map(({ kind }) => kind),
    mistakes: [
      ...planted,
      ...(isInDoubt ? [] : problemsOfWays(draft.root, new Set(planted.map(({ at }) => at)))),
    ],
  };
}
