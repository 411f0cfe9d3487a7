/** Answers a flow from a file, and asks nothing: what the file lacks is reported. */
import { printError } from '../../../cli/print/print-error.ts';
import type { ErrorDetails } from '../../../operations/index.ts';
import { OperationError } from '../../../operations/offline.ts';
import { joinPhrases } from '../../index.ts';
import { presentError } from '../api/present-error.ts';
import type { SessionAnswer, ShownQuestion } from '../session/session-fields.ts';
import type { SessionState } from '../session/session-state.ts';
import { type AskContext, type AskedFlow, callQuestions, startInput } from './ask-context.ts';
import { ruleOf } from './describe-rule.ts';
import { holdSession } from './held-session.ts';
import { performOperations } from './perform-operations.ts';
import type { AnswersFile } from './read-answers-file.ts';

/** @returns the exit code. Throws OperationError. */
export async function answerUnattended(
  context: AskContext,
  flow: AskedFlow,
  file: AnswersFile,
): Promise<number> {
  const { session, store, host, asJson } = context;
  let begun: SessionAnswer;
  try {
    begun = await callQuestions(session, 'start', { ...startInput(flow), answers: file.values });
  } catch (error) {
    if (!(error instanceof OperationError)) throw error;
    const { code, context: about = {} } = error.details;
    const hasRun = about['undone'] !== undefined;
    await printError(host, hasRun ? error.details : locate(error.details, file), asJson);
    // A question is open: its answer is not the name of a secret.
    if (hasRun || String(code) === 'secret_refused') return 1;
    return error.details.category === 'validation' || error.details.category === 'not_found' ? 2 : 1;
  }
  const { question } = begun;
  if (question === null) return performOperations(context, holdSession(session, store, flow, begun, false));
  await printError(host, await describeOpen(context, begun, question, file), asJson);
  return 1;
}

/** The same with the file, and the lines of the answers that it is about. */
function locate(details: ErrorDetails, file: AnswersFile): ErrorDetails {
  const { message, violations = [], context = {} } = details;
  const question = String(context['question'] ?? '');
  const at = file.find(question);
  return {
    ...details,
    message:
      at === undefined
        ? message
        : joinPhrases([`${file.path}:${at.line}:${at.column}: “${question}”:`, message]),
    violations: violations.map((violation) => ({
      ...violation,
      ...file.find(violation.path.replace(/^answers\./, '')),
    })),
  };
}

async function describeOpen(
  context: AskContext,
  begun: SessionAnswer,
  question: ShownQuestion,
  file: AnswersFile,
): Promise<ErrorDetails> {
  const { id } = question;
  const at = file.find(id);
  const place = at === undefined ? file.path : `${file.path}:${at.line}:${at.column}`;
  const expected = ruleOf(question);
  const given = Object.hasOwn(file.values, id) ? file.values[id] : undefined;
  const refused = given === undefined ? undefined : await problemOf(context, begun, given);
  const problem = refused?.message ?? `The question “${id}” has no answer.`;
  const others = (await findUnanswered(context, begun)).filter((each) => !Object.hasOwn(file.values, each));
  const more =
    others.length === 0 ? '' : ` The flow may also ask, and the file does not answer: ${others.join(', ')}.`;
  const about = refused === undefined ? problem : `The answer of “${id}” is not valid: ${problem}`;
  const message = `${place}: ${about} The answer is ${expected}.${more}`;
  const rule = refused?.details.violations?.[0]?.rule ?? 'required';
  const actual = given === undefined ? 'nothing' : 'another answer';
  return new OperationError({
    code: 'invalid_input',
    message,
    suggestedAction: `Write into ${file.path}: ${id}: ${exampleOf(question)}`,
    context: { question: id, path: file.path },
    violations: [{ path: id, rule, message, expected, actual }],
    present: presentError,
  }).details;
}

/** Why the answer is refused; `undefined` if it is not. */
async function problemOf(
  { session }: AskContext,
  { session_id, state_blob }: SessionAnswer,
  given: string | number | boolean,
): Promise<OperationError | undefined> {
  try {
    await callQuestions(session, 'submit', { session_id, state_blob, answer_value: given, complete: false });
    return undefined;
  } catch (error) {
    if (error instanceof OperationError) return error;
    throw error;
  }
}

/** Questions of the flow around the open one that are not answered: those of nested workflows come later. */
async function findUnanswered(
  { session }: AskContext,
  { session_id, state_blob, question, feedback_history }: SessionAnswer,
): Promise<readonly string[]> {
  const { state } = await callQuestions(session, 'restore', { session_id, state_blob, include_state: true });
  const { level_stack = [], current_level } = (state ?? {}) as Partial<SessionState>;
  const answered = new Set([question?.id, ...feedback_history.map(({ question_id: id }) => id)]);
  return [...level_stack, current_level]
    .flatMap((level) => level?.level_entries ?? [])
    .filter((id) => !answered.has(id));
}

function exampleOf({
  type,
  choices,
  accepts,
  sensitive,
  default: proposal,
  validation,
}: ShownQuestion): string {
  if (sensitive) return accepts[0] ?? '';
  if (type === 'boolean') return 'true';
  if (type === 'choice') return choices?.[0] ?? 'a choice';
  if (type === 'integer') return String(validation.min_value ?? validation.max_value ?? 1);
  return typeof proposal === 'string' && proposal !== '' ? proposal : 'the text';
}
