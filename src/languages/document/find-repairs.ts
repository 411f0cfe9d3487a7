/**
 * What was most likely meant by a text that cannot be read: one repair after the other. Of the candidates for the first
 * mistake the one is taken that leaves the fewest, then the text is read again; what was only an echo is gone by then.
 */
import { isMap, isScalar, isSeq } from 'yaml';
import type { Span } from '../../expression/index.ts';
import { applySpanEdits } from './apply-edits.ts';
import { compose, type RawError } from './compose.ts';
import { createOffsetMapper } from './create-offset-mapper.ts';
import { mergeEdits } from './merge-edits.ts';
import { moveToNeighbours } from './move-to-neighbours.ts';
import {
  addColon,
  addComma,
  closeBracket,
  closeQuote,
  doubleBackslash,
  quoteValue,
  type RepairStrategy,
  removeSign,
  removeStray,
  spaceAfterColon,
  spaceBefore,
  spacesForTabs,
} from './repair-strategies.ts';
import type { Proposal, SpanEdit } from './reporter.ts';
import { createSourceText, lineStartOf } from './source-text.ts';
import { lineAt } from './text-line.ts';

/** A text is read again for every try: so many characters in all; each try counts for some, and each mistake in it. */
const maxCharactersRead = 2_000_000;
const costPerTry = 10_000;
const costPerError = 200;
/** What has more mistakes is another kind of text. */
const maxErrors = 200;

/** What turned out to be wrong; the parser may have stumbled over something else. */
export type SyntaxCause = 'as-found' | 'indentation' | 'quote' | 'bracket' | 'stray';

const causes: ReadonlyMap<RepairStrategy, SyntaxCause> = new Map([
  [moveToNeighbours, 'indentation'],
  [closeQuote, 'quote'],
  [closeBracket, 'bracket'],
  [removeStray, 'stray'],
]);

type Remedy = readonly [found: RegExp, repairs: readonly RepairStrategy[]];

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
  [/Nested mappings/, [quoteValue, moveToNeighbours]],
  [/^BAD_INDENT|^BLOCK_AS_IMPLICIT_KEY|item without -/, [moveToNeighbours, closeQuote]],
  [/^MULTILINE_IMPLICIT_KEY|Implicit map keys/, [spaceAfterColon, addColon, closeQuote, moveToNeighbours]],
  [/at node end|in YAML stream/, [spaceAfterColon, quoteValue, closeQuote, moveToNeighbours, removeSign]],
];

/** A text on its way to being readable. */
export interface RepairState {
  readonly text: string;
  /** In its offsets, one for each line at most. */
  readonly errors: readonly RawError[];
  /** Of all errors, the echoes too. */
  readonly count: number;
  /** Keys that are there twice or have no value: signs that something stands in the wrong place. */
  readonly oddities: number;
  /** What leads here from the text as it was, in its offsets, apart and in order. */
  readonly edits: readonly SpanEdit[];
}

export interface FoundRepair {
  readonly error: RawError;
  /** Where the error was found. */
  readonly state: RepairState;
  readonly cause: SyntaxCause;
  /** In offsets of the text as it was. */
  readonly proposal: Proposal;
}

export interface FoundRepairs {
  readonly repairs: readonly FoundRepair[];
  /** What is still wrong with it has no repair that is known. */
  readonly last: RepairState;
}

export function findRepairs(text: string, errors: readonly RawError[]): FoundRepairs {
  const repairs: FoundRepair[] = [];
  let state: RepairState = {
    text,
    errors: firstPerLine(text, errors),
    count: errors.length,
    oddities: 0,
    edits: [],
  };
  let left = state.errors.length > maxErrors ? 0 : maxCharactersRead;
  /** Mistakes that start before it were given up. */
  let from = 0;
  for (;;) {
    const toOriginal = createOffsetMapper(state.edits);
    const error = state.errors.find(({ start }) => toOriginal(start) >= from);
    if (error === undefined || left <= 0) return { repairs, last: state };
    let best: { readonly after: RepairState; readonly repair: FoundRepair } | undefined;
    for (const { cause, proposal } of candidates(state, error)) {
      left -= text.length + costPerTry + state.count * costPerError;
      const after = left < 0 ? undefined : applyProposal(text, state, proposal);
      if (after === undefined || !isProgress(state, after, cause, proposal)) continue;
      if (best !== undefined && !isBetter(after, best.after)) continue;
      best = { after, repair: { error, state, cause, proposal } };
      if (after.count === 0 && after.oddities === 0) break;
    }
    if (best === undefined) {
      const line = lineAt(state.text, error.start);
      from = toOriginal(line.start + line.text.length + 1);
    } else {
      repairs.push(best.repair);
      state = best.after;
    }
  }
}

/** What is not closed hides what comes after it, so there may be more mistakes once it is, but none before that. */
function isProgress(
  before: RepairState,
  after: RepairState,
  cause: SyntaxCause,
  { edits }: Proposal,
): boolean {
  if (after.count < before.count) return true;
  if (cause !== 'quote' && cause !== 'bracket') return false;
  const edit = edits[0]?.span.start ?? 0;
  const toOriginal = createOffsetMapper(after.edits);
  return after.errors.every(
    (error) => !/Missing closing/.test(error.message) && toOriginal(error.start) > edit,
  );
}

function isBetter(one: RepairState, other: RepairState): boolean {
  return one.count < other.count || (one.count === other.count && one.oddities < other.oddities);
}

interface Candidate {
  readonly cause: SyntaxCause;
  readonly proposal: Proposal;
}

function candidates({ text, edits }: RepairState, error: RawError): readonly Candidate[] {
  const found = `${error.code} ${error.message}`;
  const repairs = remedies.find(([pattern]) => pattern.test(found))?.[1] ?? [];
  const toOriginal = createOffsetMapper(edits);
  const toOriginalSpan = ({ start, end }: Span): Span => ({ start: toOriginal(start), end: toOriginal(end) });
  return [...repairs, removeStray].flatMap((repair) =>
    repair(text, error).map((proposal) => ({
      cause: causes.get(repair) ?? 'as-found',
      proposal: {
        ...proposal,
        edits: proposal.edits.map((edit) => ({ ...edit, span: toOriginalSpan(edit.span) })),
      },
    })),
  );
}

/** @returns undefined where it cannot be done together with what was done, or the text would be too big */
function applyProposal(text: string, state: RepairState, proposal: Proposal): RepairState | undefined {
  const edits = mergeEdits(text, [...state.edits, ...proposal.edits]);
  if (edits.length !== state.edits.length + proposal.edits.length) return undefined;
  const after = applySpanEdits(text, edits);
  const composed = compose(after);
  if (composed.kind !== 'composed') return undefined;
  return {
    text: after,
    errors: firstPerLine(after, composed.errors),
    count: composed.errors.length,
    oddities: countOddities(composed.contents),
    edits,
  };
}

function countOddities(node: unknown): number {
  if (isSeq(node)) return node.items.reduce((sum: number, item) => sum + countOddities(item), 0);
  if (!isMap(node)) return 0;
  const keys = new Set(node.items.map(({ key }) => (isScalar(key) ? key.value : key)));
  return node.items.reduce(
    (sum, { value }) => sum + (isScalar(value) && value.source === '' ? 1 : countOddities(value)),
    node.items.length - keys.size,
  );
}

/** What follows on a line, and what is left over once the parser lost its way, are echoes of the first mistake. */
function firstPerLine(text: string, errors: readonly RawError[]): readonly RawError[] {
  const source = createSourceText({ path: '', text });
  const lines = new Set<number>();
  return errors
    .toSorted((a, b) => a.start - b.start)
    .filter((error, index) => {
      const line = lineStartOf(source, error.start);
      const echo = lines.has(line) || (index > 0 && error.message.includes('in YAML stream'));
      lines.add(line);
      return !echo;
    });
}
