/** Explains why a guide cannot continue: the list or the number of its next loop is not in the context. */
import type { Program } from '../../../kernel/index.ts';
import type { RefusalReport } from '../../refusal.ts';
import { findLoopInputProblem } from '../follow/find-loop-input-problem.ts';
import type { GuideContext } from '../model/guide-context.ts';

interface BlockedRequest {
  readonly code: 'guide_blocked' | 'answer_refused';
  readonly about: Readonly<Record<string, string>>;
  /** Path of the context in the request. */
  readonly path: string;
}

/**
 * Null if the kernel refused for another reason.
 * @param context including the variables sent with the request
 * @param message of the kernel
 */
export function explainBlocked(
  program: Program,
  context: GuideContext,
  message: string,
  request: BlockedRequest,
): RefusalReport | null {
  const missing = findLoopInputProblem(program, context, message);
  return missing === null ? null : missingLoopVariable(missing, request);
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
  { code, about, path }: BlockedRequest,
): RefusalReport {
  return {
    code,
    message,
    suggestedAction: `Set “${variable}” in the context: ${expected}.`,
    context: { ...about, variable },
    violations: [{ path: `${path}.${variable}`, rule: 'loop-needs', message, expected, actual }],
  };
}
