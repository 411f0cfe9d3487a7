/** A difference between two kernels: in full, and as a short signature by which the same difference is recognized. */
import type { Rejection } from '../../src/kernel/model/rejection.ts';
import type { Step } from '../../src/kernel/model/step.ts';
import { canonical, canonicalBag, firstDifferences } from './difference.ts';

export interface KernelMismatch {
  /** Equal for what is most likely the same error, independent of the net and the ids. */
  readonly signature: string;
  readonly text: string;
}

type Answer = Rejection | Pick<Step, 'kind' | 'effects' | 'notes'>;

export function compareAnswers(left: Answer, right: Rejection | OracleAnswer): KernelMismatch | null {
  if (left.kind === 'rejection' || right.kind === 'rejection') {
    const [said, expected] = [left, right].map((answer) => ('code' in answer ? answer.code : answer.kind));
    if (said === expected) return null;
    const why = [left, right].map((answer) => ('code' in answer ? answer.message : 'accepted')).join(' | ');
    return {
      signature: `answer ${said} ≠ ${expected}`,
      text: `kernel ${said}, reference ${expected}: ${why}`,
    };
  }
  return compareBags('effects', left.effects, right.effects) ?? compareBags('notes', left.notes, right.notes);
}

interface OracleAnswer {
  readonly kind: 'step';
  readonly effects: readonly unknown[];
  readonly notes: readonly unknown[];
}

function compareBags(
  part: string,
  left: readonly unknown[],
  right: readonly unknown[],
): KernelMismatch | null {
  if (canonicalBag(left) === canonicalBag(right)) return null;
  const [mine, theirs] = [surplus(left, right), surplus(right, left)];
  const kinds = (texts: readonly string[]) => texts.map(kindOf).sort().join(',');
  return {
    signature: `${part} ${kinds(mine)} ≠ ${kinds(theirs)}`,
    text: [
      part,
      ...mine.map((text) => `  kernel only: ${text}`),
      ...theirs.map((text) => `  reference only: ${text}`),
    ].join('\n'),
  };
}

/** What the first list has more of than the second. */
function surplus(list: readonly unknown[], others: readonly unknown[]): string[] {
  const left = others.map(canonical);
  return list.map(canonical).filter((text) => {
    const index = left.indexOf(text);
    if (index >= 0) left.splice(index, 1);
    return index < 0;
  });
}

function kindOf(text: string): string {
  const { kind, failure } = JSON.parse(text) as { kind: string; failure?: { code: string } | null };
  return failure === undefined || failure === null ? kind : `${kind}:${failure.code}`;
}

/** Compares two values without the order of their keys and the text of their messages. */
export function compareWholes(label: string, left: unknown, right: unknown): KernelMismatch | null {
  const [mine, theirs] = [canonical(left), canonical(right)];
  return mine === theirs ? null : differ(label, mine, theirs);
}

/** The same for JSON texts that must be equal byte for byte. */
export function compareBytes(label: string, left: unknown, right: unknown): KernelMismatch | null {
  const [mine, theirs] = [JSON.stringify(left), JSON.stringify(right)];
  return mine === theirs ? null : differ(label, mine, theirs);
}

function differ(label: string, left: string, right: string): KernelMismatch {
  const differences = firstDifferences(left, right);
  const path = differences[0]?.path.replaceAll(/\d+/g, '#') ?? 'order';
  return {
    signature: `${label} ${path}`,
    text: [label, ...differences.map(({ path, left, right }) => `  ${path}: ${left} ≠ ${right}`)].join('\n'),
  };
}

export function thrown(who: string, error: unknown): KernelMismatch {
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return {
    signature: `${who} throws ${text.split('\n')[0]?.replaceAll(/\d+/g, '#')}`,
    text: `${who} throws ${text}`,
  };
}
