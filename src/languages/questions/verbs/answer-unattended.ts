/** Answers a flow from a file, and asks nothing: what the file lacks is reported. */
import { yesOrNo } from '../../../cli/arguments/yes-or-no.ts';
import { showProgress } from '../../../cli/live/show-progress.ts';
import { exitCodeOf, printError } from '../../../cli/print/print-error.ts';
import type { Session } from '../../../cli/session/session.ts';
import type { ErrorDetails } from '../../../operations/index.ts';
import { OperationError } from '../../../operations/offline.ts';
import { joinPhrases, phrase } from '../../index.ts';
import { presentError } from '../api/present-error.ts';
import type { SessionAnswer, ShownQuestion } from '../session/session-fields.ts';
import type { LevelState } from '../session/session-state.ts';
import { type AskContext, type AskedFlow, callQuestions, startInput } from './ask-context.ts';
import { holdSession } from './held-session.ts';
import { performOperations } from './perform-operations.ts';
import type { AnswersFile } from './read-answers-file.ts';
import { ruleOf } from './show-question.ts';

/** @returns the exit code. Throws OperationError if the operations cannot be started. */
export async function answerUnattended(
  context: AskContext,
  flow: AskedFlow,
  file: AnswersFile,
): Promise<number> {
  const { session, host, asJson, signal } = context;
  const stopProgress = showProgress(host, '● answering');
  let shown: SessionAnswer | undefined;
  try {
    shown = await begin(session, flow, file);
    for (const seen = new Set<string>(); shown.question !== null && !signal.aborted; ) {
      // The progress and Ctrl-C have their turn.
      await host.pause(0);
      const { session_id, state_blob } = shown;
      const answer_value = answerTo(shown, shown.question, file, seen);
      const input = { session_id, state_blob, answer_value, complete: false };
      shown = await callQuestions(session, 'submit', input);
    }
  } catch (error) {
    stopProgress();
    if (!(error instanceof OperationError)) throw error;
    await printError(host, await explain(context, error.details, shown, file), asJson);
    const isOpen = shown !== undefined || String(error.details.code) === 'secret_refused';
    return isOpen ? 1 : exitCodeOf(error.details);
  }
  stopProgress();
  return signal.aborted ? 130 : performOperations(context, holdSession(context, flow, shown, false));
}

/** Unknown questions are refused at once; an answer of another type at its question, where yes can be one. */
const begin = (session: Session, flow: AskedFlow, { values }: AnswersFile): Promise<SessionAnswer> =>
  callQuestions(session, 'start', { ...startInput(flow), answers: values }).catch((error: unknown) => {
    if (error instanceof OperationError && String(error.details.code) === 'question_answer_refused')
      return callQuestions(session, 'start', startInput(flow));
    throw error;
  });

/** Throws if the file has none, or if it would be given for ever. @param seen what was answered before */
function answerTo(
  { feedback_history: answers }: SessionAnswer,
  question: ShownQuestion,
  { values }: AnswersFile,
  seen: Set<string>,
) {
  const { id, type } = question;
  const given = Object.hasOwn(values, id) ? values[id] : undefined;
  if (given === undefined) throw refused(question, 'required', 'The question has no answer.');
  const pass = JSON.stringify([id, ...new Map(answers.map((each) => [each.question_id, each.value]))]);
  if (seen.has(pass))
    throw refused(question, 'loop', 'It is asked again and again: an answer of the file leads back to it.');
  seen.add(pass);
  // YAML reads yes as a text.
  return type === 'boolean' && typeof given === 'string' ? (yesOrNo(given) ?? given) : given;
}

function refused(question: ShownQuestion, rule: string, message: string): OperationError {
  const { id } = question;
  const violations = [{ path: id, rule, message, expected: ruleOf(question), actual: 'nothing' }];
  const report = { message, context: { question: id }, violations, present: presentError };
  return new OperationError({ ...report, code: 'invalid_input' });
}

/** The same with the file, the lines of the answers, the rule of the open question, and what else it lacks. */
async function explain(
  { session, asJson }: AskContext,
  details: ErrorDetails,
  shown: SessionAnswer | undefined,
  file: AnswersFile,
): Promise<ErrorDetails> {
  const { path, values } = file;
  const { context: { question: id } = {}, violations = [] } = details;
  if (id === undefined)
    return asJson ? { ...details, violations: located(violations, file) } : listed(details, file);
  const message = joinPhrases([`${placeOf(`${id}`, file)}: “${id}”:`, details.message]);
  const told = { ...details, message, violations: violations.map((each) => ({ ...each, message })) };
  if (shown?.question?.id !== id) return told;
  const { session_id, state_blob, question, feedback_history: answers } = shown;
  const { state } = await callQuestions(session, 'restore', { session_id, state_blob, include_state: true });
  const { level_stack: outer = [], current_level: current = null } = state ?? {};
  const known = new Set([id, ...answers.map((each) => each.question_id), ...Object.keys(values)]);
  // Those of nested workflows come later.
  const others = ([outer, current].flat() as readonly (LevelState | null)[])
    .flatMap((level) => level?.level_entries ?? [])
    .filter((each) => !known.has(each));
  const correction = `Write “${id}” into ${path}: ${ruleOf(question)}.`;
  const more = `The flow may also ask, and the file does not answer: ${others.join(', ')}.`;
  return { ...told, suggestedAction: others.length === 0 ? correction : `${correction} ${more}` };
}

function placeOf(question: string, { path, find }: AnswersFile): string {
  const { line, column } = find(question) ?? {};
  return line === undefined ? path : `${path}:${line}:${column}`;
}

type Violations = NonNullable<ErrorDetails['violations']>;

const prefix = 'answers.';

const located = (violations: Violations, { find }: AnswersFile): Violations =>
  violations.map((each) =>
    each.path.startsWith(prefix) ? { ...each, ...find(each.path.slice(prefix.length)) } : each,
  );

/** Each error of the file on a line of its own, as those of its syntax are. */
function listed(details: ErrorDetails, file: AnswersFile): ErrorDetails {
  const { violations = [] } = details;
  if (violations.length === 0 || violations.some(({ path }) => !path.startsWith(prefix))) return details;
  const lines = violations.map(({ path, message }, at) => {
    const place = placeOf(path.slice(prefix.length), file);
    return phrase`${at === 0 ? '' : '\n'}${place}: ${message}`;
  });
  const message = lines.reduce((text, line) => phrase`${text}${line}`);
  const suggestedAction = `Correct ${file.path}, and run the command again.`;
  return { ...details, message, violations: [], suggestedAction };
}
