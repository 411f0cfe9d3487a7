/** What a client sees of a session: the open question with all that a form needs, and the answers, masked [Q3.1]. */
import { printExpression } from '../../../expression/index.ts';
import type { RunInShort } from '../../language-api.ts';
import { progressVariable } from '../evaluator.ts';
import { adapterOf, type FlowState, isSensitive, mask, operationsOf } from '../flow.ts';
import { beginning, fetchedChoices, type Progress, valuesOf } from '../progress.ts';
import { choicesOf } from '../validate-answer.ts';
import type { FlowMachine } from './flow-machine.ts';
import { proposalOf } from './held.ts';
import type { Session } from './play.ts';
import { maxRemaining } from './remaining.ts';
import type { SessionAnswer, ShownQuestion } from './session-fields.ts';
import { positionsOf } from './session-state.ts';

/** @param run of the operations; null if they are not started */
export function showSession(flow: FlowMachine, { held, played }: Session, run: RunInShort | null) {
  const { need, progress } = played;
  return {
    question: need.kind === 'answer' ? showQuestion(flow, need.asked, { held, played }) : null,
    completed:
      need.kind === 'nothing' &&
      (run === null ? operationsOf(flow.flow).length === 0 : run.status !== 'failed'),
    feedback_history: progress.history.map((feedback, id) => {
      const question = flow.states.get(feedback.question)?.question;
      const isSecret = question !== undefined && isSensitive(question);
      return {
        feedback_id: id,
        timestamp: feedback.timestamp,
        question_id: feedback.question,
        prompt: question?.prompt ?? '',
        type: question?.type ?? 'string',
        value: isSecret ? mask : feedback.value,
        is_automatic: feedback.automatic,
        is_sensitive: isSecret,
        status: 'valid' as const,
      };
    }),
    deferred_operations: progress.registered.map(({ operation, feedback }) => ({
      operation_id: operation,
      type: adapterOf(operation) === '' ? 'operation' : 'adapter_operation',
      adapter_name: adapterOf(operation),
      feedback_id: feedback,
      // While a question is open, the run is that of another fork.
      status: statusOf(operation, need.kind === 'nothing' ? run : null),
    })),
    run_id: run?.id ?? null,
    run_status: run?.status ?? null,
  };
}

type OperationStatus = SessionAnswer['deferred_operations'][number]['status'];

function statusOf(operation: string, run: RunInShort | null): OperationStatus {
  if (run === null) return 'registered';
  if (run.undone.includes(operation)) return 'undone';
  const { results, skipped = [], turn } = progressIn(run);
  if (Object.hasOwn(results, operation)) return skipped.includes(operation) ? 'skipped' : 'executed';
  if (run.status === 'failed') return operation === run.failedTask ? 'failed' : 'skipped';
  return operation === turn ? 'running' : 'registered';
}

/** The operations that were performed, also those that were undone later. */
export function performedIn(run: RunInShort): readonly string[] {
  const { results, skipped = [] } = progressIn(run);
  return Object.keys(results).filter((operation) => !skipped.includes(operation));
}

const progressIn = ({ variables }: RunInShort): Progress =>
  (variables[progressVariable] ?? beginning) as unknown as Progress;

function showQuestion(flow: FlowMachine, { question }: FlowState, { held, played }: Session): ShownQuestion {
  const { progress } = played;
  const { id, type, prompt, helpText, rules, secrets } = question;
  // In a loop, the answer of the pass before.
  const earlier = proposalOf(held, id)?.value ?? valuesOf(progress)(id);
  const initial = isSensitive(question) ? null : question.default;
  const choices = type === 'choice' ? choicesOf(question, fetchedChoices(progress, question)) : null;
  return {
    id,
    type,
    prompt,
    help_text: helpText,
    choices,
    default: earlier ?? initial,
    sensitive: isSensitive(question),
    accepts: secrets.map((name) => `$${name}`),
    validation: {
      required: question.default !== '',
      regex: rules.regex,
      min_value: rules.min,
      max_value: rules.max,
      format: rules.format,
      rule: rules.rule === null ? null : rules.message || printExpression(rules.rule),
    },
    number: progress.history.length + 1,
    remaining: maxRemaining(flow.flow, positionsOf(flow, played, id)),
  };
}
