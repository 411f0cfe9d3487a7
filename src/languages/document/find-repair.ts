/** For a mistake of form, the edit that was most likely meant: of the candidates, the one that leaves the fewest mistakes. */
import { applySpanEdits } from './apply-edits.ts';
import { compose, type RawError } from './compose.ts';
import {
  addColon,
  addComma,
  closeBracket,
  closeQuote,
  doubleBackslash,
  indentLikeNeighbours,
  quoteValue,
  type Repair,
  removeSign,
  spaceAfterColon,
  spaceBefore,
  spacesForTabs,
} from './repairs.ts';
import type { Proposal, SpanEdit } from './reporter.ts';

/** A text is read again for every try: so many characters in all, and each try counts for some. */
const mostRead = 2_000_000;
const readPerTry = 10_000;
/** What has more mistakes is another kind of text. */
const mostErrors = 200;

type Remedy = readonly [found: RegExp, repairs: readonly Repair[]];

const remedies: readonly Remedy[] = [
  [/^TAB_AS_INDENT/, [spacesForTabs]],
  [/Missing closing/, [closeQuote]],
  [/Flow (?:map|sequence).* end with/, [closeBracket]],
  [/Missing , or : between flow map/, [addColon, addComma]],
  [/^BLOCK_IN_FLOW|Missing , /, [addComma]],
  [/Unexpected , |empty item/, [removeSign]],
  [/Comments must be/, [spaceBefore]],
  [/^BAD_DQ_ESCAPE/, [doubleBackslash]],
  [/^BAD_SCALAR_START/, [quoteValue]],
  [/Nested mappings/, [quoteValue, indentLikeNeighbours]],
  [/^BAD_INDENT|^BLOCK_AS_IMPLICIT_KEY/, [indentLikeNeighbours, closeQuote]],
  [
    /^MULTILINE_IMPLICIT_KEY|Implicit map keys/,
    [spaceAfterColon, addColon, closeQuote, indentLikeNeighbours],
  ],
  [/at node end|in YAML stream/, [quoteValue, closeQuote, indentLikeNeighbours, removeSign]],
];

export interface FoundRepair {
  readonly proposal: Proposal;
  /** Mistakes that are left when it has been done. */
  readonly remaining: number;
}

export function findRepair(text: string, errors: number): (error: RawError) => FoundRepair | undefined {
  let left = errors > mostErrors ? 0 : mostRead;
  const errorsWith = (edits: readonly SpanEdit[]): number => {
    left -= text.length + readPerTry;
    if (left < 0) return errors;
    const again = compose(applySpanEdits(text, edits));
    return again.kind === 'composed' ? again.errors.length : errors;
  };
  return (error) => {
    const found = `${error.code} ${error.message}`;
    const repairs = remedies.find(([pattern]) => pattern.test(found))?.[1] ?? [];
    let best: FoundRepair | undefined;
    for (const proposal of repairs.flatMap((repair) => repair(text, error))) {
      const remaining = errorsWith(proposal.edits);
      if (remaining < (best?.remaining ?? errors)) best = { proposal, remaining };
      if (remaining === 0) break;
    }
    return best;
  };
}
