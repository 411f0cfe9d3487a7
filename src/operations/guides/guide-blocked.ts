/** The error for a guide that cannot continue: the list or the number of its next loop is not in the context. */

import type { Program } from '../../kernel/index.ts';
import { findLoopInputProblem, type GuideContext } from '../../languages/index.ts';
import type { EngineAnswer } from '../../runtime/index.ts';
import { OperationError } from '../contract/operation-error.ts';

interface GuideState {
  readonly program: Program;
  /** The context, including the variables sent with the request. */
  readonly context: GuideContext;
  /** Path of the context in the request. */
  readonly path: string;
}

interface BlockedReport {
  readonly code: 'guide_blocked' | 'answer_refused';
  readonly about: Readonly<Record<string, string>>;
}

/** Throws if the engine refused for this reason, with the variable to send. */
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

/** A loop lacks its list or its number; the error names the variable to send. */
export function missingLoopVariable(
  { message, variable, expected, actual }: MissingVariable,
  { code, about, path }: BlockedReport & Pick<GuideState, 'path'>,
): OperationError {
  return new OperationError({
    code,
    message,
    suggestedAction: `Set “${variable}” in the context: ${expected}.`,
    context: { ...about, variable },
    violations: [{ path: `${path}.${variable}`, rule: 'loop-needs', message, expected, actual }],
  });
}
