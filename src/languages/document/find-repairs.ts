/**
 * Finds the most likely intended text for a text that cannot be parsed, one repair after the other. Of the
 * candidates for the first error it takes the one that leaves the fewest errors, then parses the text again; errors
 * that only followed from the first are gone by then.
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

/** Budget in characters: each attempt parses the text again, and costs extra per attempt and per error. */
const maxCharactersRead = 2_000_000;
const costPerTry = 10_000;
const costPerError = 200;
/** A text with more errors is in another format. */
const maxErrors = 200;

/** The actual cause, which may differ from the position where the parser failed. */
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

/** A text and the repairs applied so far. */
export interface RepairState {
  readonly text: string;
  /** In offsets of this text, at most one per line. */
  readonly errors: readonly RawError[];
  /** Number of all errors, including those that follow from others. */
  readonly count: number;
  /** Number of keys that are duplicated or have no value: signs of wrong indentation. */
  readonly oddities: number;
  /** Edits from the original text to this one, in original offsets, without overlaps, in order. */
  readonly edits: readonly SpanEdit[];
}

export interface FoundRepair {
  readonly error: RawError;
  /** The state in which the error was found. */
  readonly state: RepairState;
  readonly cause: SyntaxCause;
  /** In offsets of the original text. */
  readonly proposal: Proposal;
}

export interface FoundRepairs {
  readonly repairs: readonly FoundRepair[];
  /** No repair is known for its remaining errors. */
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
  /** Errors that start before this offset have no repair. */
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

/** An unclosed quote or bracket hides the text after it, so closing it may reveal more errors, but none before it. */
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

/** @returns undefined if the proposal conflicts with earlier ones or the text would be too big */
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

/** Further errors on a line, and errors after the parser lost its context, follow from the first error. */
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
