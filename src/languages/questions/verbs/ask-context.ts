/** What the parts of the verb share: the session of the program, the store of question sessions, and the terminal. */
import type { Host } from '../../../cli/host/host.ts';
import { showProgress } from '../../../cli/live/show-progress.ts';
import type { Session } from '../../../cli/session/session.ts';
import type { SessionStore } from '../../../client/index.ts';
import type { Json } from '../../../expression/index.ts';
import { OperationError } from '../../../operations/offline.ts';
import type { SessionAnswer } from '../session/session-fields.ts';
import type { Prompter } from './prompter.ts';

export interface AskContext {
  readonly host: Host;
  readonly session: Session;
  readonly store: SessionStore;
  readonly prompter: Prompter;
  readonly asJson: boolean;
  /** Aborted when the user leaves with Ctrl-C. */
  readonly signal: AbortSignal;
}

export type AskedFlow = { readonly workflow: string } | { readonly adapters: readonly string[] };

type QuestionsCall = readonly [
  operation: 'start' | 'submit' | 'restore' | 'back' | 'complete' | 'cancel',
  input: { readonly [field: string]: Json },
];

/** Throws OperationError. */
export const callQuestions = (
  session: Session,
  ...[operation, input]: QuestionsCall
): Promise<SessionAnswer> =>
  // The operation's own type defines the result.
  session.call(`questions.${operation}` as never, input) as Promise<never>;

export const callWithProgress = ({ host, session }: AskContext, ...call: QuestionsCall) =>
  callQuestions(session, ...call).finally(showProgress(host, '● waiting for the server'));

export const startInput = (flow: AskedFlow): { readonly [field: string]: Json } =>
  'adapters' in flow ? { adapters: flow.adapters } : { workflow_id: flow.workflow };

/** Verb and arguments that begin the flow anew. */
export function beginCommand({ workFlags }: Session, flow: AskedFlow): string {
  const named = 'adapters' in flow ? `--adapters ${flow.adapters.join(',')}` : flow.workflow;
  return `signalbox ask ${named} --new${workFlags}`;
}

export const resumeCommand = ({ workFlags }: Session, id: string): string =>
  `signalbox ask --resume ${id}${workFlags}`;

/** Why the state of a session was refused; `undefined` if it was not. */
export function reasonOfRefusal(error: unknown): string | undefined {
  if (!(error instanceof OperationError)) return undefined;
  const { code, context = {} } = error.details;
  return String(code) === 'session_refused' ? String(context['reason'] ?? '') : undefined;
}

/** A refused state says how to begin anew. */
export function explainRefusal(error: unknown, session: Session, flow: AskedFlow): unknown {
  const reason = reasonOfRefusal(error);
  if (!(error instanceof OperationError) || reason === undefined) return error;
  const suggestedAction = `To begin anew: ${beginCommand(session, flow)}`;
  const changed = 'The flow was changed so that the session cannot continue.';
  const message = reason === 'outdated' ? changed : error.details.message;
  return new OperationError({ ...error.details, message, suggestedAction });
}
