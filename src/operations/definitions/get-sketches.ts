/** Lists the nets to draw. */
import type { Drawn } from '../../drawing/index.ts';
import { inputMismatch } from '../contract/check-input.ts';
import { chooseSketches } from '../documents/sketches-of-workflow.ts';

/** Throws if the net does not exist. */
export function getSketches<Each extends Drawn>(
  operation: string,
  all: readonly Each[],
  net: string | undefined,
): readonly Each[] {
  const chosen = chooseSketches(
    all.map(({ sketch }) => sketch),
    net ?? null,
  );
  if (chosen.kind === 'refused') {
    const { message } = chosen;
    throw inputMismatch(operation, [
      {
        path: 'net',
        rule: 'unknown-net',
        message,
        expected: 'a net of the workflow',
        actual: 'another name',
      },
    ]);
  }
  return all.filter(({ sketch }) => chosen.sketches.includes(sketch));
}
