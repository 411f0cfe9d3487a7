/** A guide that cannot go on: it has come to a loop whose list or number is not in the context. */

import type { Program } from '../../kernel/index.ts';
import { findLoopInputProblem, type GuideContext } from '../../languages/index.ts';
import type { EngineAnswer } from '../../runtime/index.ts';
import { OperationError } from '../contract/operation-error.ts';

interface GuideState {
  readonly program: Program;
  /** All that is set, with what was sent along. */
  readonly context: GuideContext;
  /** Where the context stands in what was sent. */
  readonly path: string;
}

interface BlockedReport {
  readonly code: 'guide_blocked' | 'answer_refused';
  readonly about: Readonly<Record<string, string>>;
}

/** Throws where that is why the engine refused: with what is to be sent along. */
export function refuseBlocked(
  answer: EngineAnswer,
  { program, context, path }: GuideState,
  report: BlockedReport,
): void {
  if (answer.kind !== 'rejected' || answer.rejection.code !== 'expression') return;
  const { message } = answer.rejection;
  const missingVariable = findLoopInputProblem(program, context, message);
  if (missingVariable === null) return;
  throw missingLoopVariable(missingVariable, { ...report, path });
}

interface MissingVariable {
  readonly message: string;
  readonly variable: string;
  readonly expected: string;
  readonly actual: string;
}

/** A loop lacks its list or its number: with what is to be sent along. */
export function missingLoopVariable(
  { message, variable, expected, actual }: MissingVariable,
  { code, about, path }: BlockedReport & Pick<GuideState, 'path'>,
): OperationError {
  return new OperationError({
    code,
    message,
    suggestedAction: `Send “${variable}” along in the context: ${expected}.`,
    context: { ...about, variable },
    violations: [{ path: `${path}.${variable}`, rule: 'loop-needs', message, expected, actual }],
  });
}
