/** A guide that cannot go on: it has come to a loop whose list or number is not in the context. */

import type { Program } from '../../kernel/index.ts';
import { type Context, shortageIn } from '../../languages/index.ts';
import type { EngineAnswer } from '../../runtime/index.ts';
import { OperationError, type OperationViolation } from '../contract/operation-error.ts';

interface Going {
  readonly program: Program;
  /** All that is set, with what was sent along. */
  readonly context: Context;
  /** Where the context stands in what was sent. */
  readonly path: string;
}

/** Throws where that is why the engine refused: with what is to be sent along. */
export function refuseBlocked(
  answer: EngineAnswer,
  { program, context, path }: Going,
  report: {
    readonly code: 'guide_blocked' | 'answer_refused';
    readonly about: Readonly<Record<string, string>>;
  },
): void {
  if (answer.kind !== 'rejected' || answer.rejection.code !== 'expression') return;
  const { message } = answer.rejection;
  const shortage = shortageIn(program, context, message);
  if (shortage === null) return;
  const { variable, expected, actual } = shortage;
  const violation: OperationViolation = {
    path: `${path}.${variable}`,
    rule: 'loop-needs',
    message: shortage.message,
    expected,
    actual,
  };
  throw new OperationError({
    code: report.code,
    message: shortage.message,
    suggestedAction: `Send “${variable}” along in the context: ${expected}.`,
    context: { ...report.about, variable },
    violations: [violation],
  });
}
