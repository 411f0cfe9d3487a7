/** Applies what the mistakes of a definition propose, until nothing more is proposed or it gets no better. */
import { applyEdits, type SourceFile, type Suggestion, type Violation } from '../languages/index.ts';
import { readDefinition } from './read-definition.ts';
import { readSurroundings, type SurroundingFiles } from './read-surroundings.ts';

export interface RepairInput extends SurroundingFiles {
  readonly file: SourceFile;
}

export interface Repair {
  /** The text with the fewest mistakes; the given one where none has fewer. */
  readonly text: string;
  readonly changed: boolean;
  /** What was put right on the way to that text, in order; positions are those of the text at that time. */
  readonly applied: readonly Violation[];
}

/** One correction may lay open what another mistake hid. */
const mostRounds = 5;

export function repair({ file, ...others }: RepairInput): Repair {
  const { surroundings, invalid } = readSurroundings(others);
  // What is right can only be told with the API that was meant.
  if (invalid.length > 0) return { text: file.text, changed: false, applied: [] };
  const read = (text: string) => readDefinition({ ...file, text }, surroundings).report.violations;
  return repairText(file.text, read);
}

/**
 * @param read every mistake of a text
 * @param isMeant whether a proposal is to be applied; any is where absent
 */
export function repairText(
  given: string,
  read: (text: string) => readonly Violation[],
  isMeant: (violation: Violation) => boolean = () => true,
): Repair {
  let text = given;
  let violations = read(text);
  let best: Repair = { text, changed: false, applied: [] };
  let fewest = violations.length;
  const applied: Violation[] = [];
  for (let round = 0; round < mostRounds; round++) {
    const proposals = violations.filter(
      (each) => each.suggestion !== null && !onlyRemoves(each.suggestion) && isMeant(each),
    );
    const next = applyEdits(
      text,
      proposals.flatMap(({ suggestion }) => suggestion?.edits ?? []),
    );
    if (next === text) break;
    text = next;
    violations = read(text);
    applied.push(...proposals);
    if (violations.length >= fewest) continue;
    fewest = violations.length;
    best = { text, changed: true, applied: [...applied] };
  }
  return best;
}

/** What is only taken away may have been meant for something: that is left to whoever wrote it. */
function onlyRemoves({ edits }: Suggestion): boolean {
  return edits.length > 0 && edits.every(({ text }) => /^\s*(?:\{\s*\}|\[\s*\])?\s*$/.test(text));
}
