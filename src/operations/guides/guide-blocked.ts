/** A guide that cannot go on: it has come to a loop whose list or number is not in the context. */

import type { Program } from '../../kernel/index.ts';
import { type Context, shortageIn } from '../../languages/index.ts';
import type { EngineAnswer } from '../../runtime/index.ts';
import { OperationError } from '../contract/operation-error.ts';

interface Going {
  readonly program: Program;
  /** All that is set, with what was sent along. */
  readonly context: Context;
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
  { program, context, path }: Going,
  report: BlockedReport,
): void {
  if (answer.kind !== 'rejected' || answer.rejection.code !== 'expression') return;
  const { message } = answer.rejection;
  const shortage = shortageIn(program, context, message);
  if (shortage === null) return;
  throw loopNeeds(shortage, { ...report, path });
}

interface Need {
  readonly message: string;
  readonly variable: string;
  readonly expected: string;
  readonly actual: string;
}

/** A loop lacks its list or its number: with what is to be sent along. */
export function loopNeeds(
  { message, variable, expected, actual }: Need,
  { code, about, path }: BlockedReport & Pick<Going, 'path'>,
): OperationError {
  return new OperationError({
    code,
    message,
    suggestedAction: `Send “${variable}” along in the context: ${expected}.`,
    context: { ...about, variable },
    violations: [{ path: `${path}.${variable}`, rule: 'loop-needs', message, expected, actual }],
  });
}
