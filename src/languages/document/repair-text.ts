/**
 * Applies the edits that the errors of a text propose, until none is left, the number of errors stops falling, or the
 * text was read as often as its length allows.
 */
import { applyEdits } from './apply-edits.ts';
import { jsonSyntax } from './find-syntax-fault.ts';
import type { Suggestion, Violation } from './violation.ts';
import { countViolations, isUnlistedEntry } from './violation-list.ts';

export interface Repair {
  /** The text with the fewest errors, syntax errors first; the original text if none has fewer. */
  readonly text: string;
  readonly changed: boolean;
  /** The corrections that lead to that text, in order. Positions refer to the text at that time. */
  readonly applied: readonly Violation[];
  /** Names the limit, if it stopped at one and could correct more. */
  readonly stopped?: string;
}

/** Of one reading: more than an answer lists, so that a few readings correct most texts. */
export const maxErrors = 2_000;
/** One correction may reveal errors that another one hid. */
const maxRounds = 5;
/** Each syntax error may hide the next. */
const maxFaults = 20;
/** Of all readings together, in characters; a long text is read as often as `maxRounds` nevertheless. */
const maxCharactersRead = 2_000_000;

/**
 * @param read reports the errors of a text
 * @param isMeant whether to apply a proposal; default: all
 */
export function repairText(
  given: string,
  read: (text: string) => readonly Violation[],
  isMeant: (violation: Violation) => boolean = () => true,
): Repair {
  const maxReadings = Math.max(
    maxRounds,
    Math.min(maxRounds + maxFaults, Math.floor(maxCharactersRead / (given.length + 1))),
  );
  let text = given;
  let violations = read(text);
  let best: Repair = { text, changed: false, applied: [] };
  let fewest = violations;
  const applied: Violation[] = [];
  let [readings, rounds, faults] = [1, 0, 0];
  for (;;) {
    const proposals = violations.filter(
      (each) => each.suggestion !== null && !onlyRemoves(each.suggestion) && isMeant(each),
    );
    const next = applyEdits(
      text,
      proposals.flatMap(({ suggestion }) => suggestion?.edits ?? []),
    );
    const isComplete = !violations.some(isUnlistedEntry);
    if (next === text) {
      if (isComplete) return best;
      return { ...best, stopped: 'No correction of the listed errors is certain, and they hide others.' };
    }
    if (rounds === maxRounds || faults === maxFaults || readings > maxReadings) {
      return { ...best, stopped: `Correcting stopped after the text was read ${readings} times.` };
    }
    const before = violations;
    text = next;
    violations = read(text);
    // Where JSON ends is found without reading the document.
    if (!violations.some(({ rule }) => rule === jsonSyntax)) readings += 1;
    if (ofSyntax(violations) > ofSyntax(before)) return best;
    if (ofSyntax(violations) > 0) faults += 1;
    // A round that corrected a part of very many errors reveals the next ones, which is no sign of a circle.
    else if (isComplete) rounds += 1;
    applied.push(...proposals);
    if (!isBetter(violations, fewest)) continue;
    fewest = violations;
    best = { text, changed: true, applied: [...applied] };
  }
}

/** A text that cannot be parsed hides its other errors, so their number means nothing. */
function isBetter(now: readonly Violation[], before: readonly Violation[]): boolean {
  return ofSyntax(now) === ofSyntax(before)
    ? countViolations(now) < countViolations(before)
    : ofSyntax(now) < ofSyntax(before);
}

const ofSyntax = (violations: readonly Violation[]): number =>
  violations.filter(({ rule }) => rule === 'syntax' || rule === jsonSyntax).length;

/** An edit that only deletes text may remove something that was meant: the author decides. */
function onlyRemoves({ edits }: Suggestion): boolean {
  return edits.length > 0 && edits.every(({ text }) => /^\s*(?:\{\s*\}|\[\s*\])?\s*$/.test(text));
}
