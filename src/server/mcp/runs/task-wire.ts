/**
 * Presents a run as a task, in both formats: the extension of 2026, with its result inside, and the core tasks of
 * 2025-11-25 [P5.1]. The id of the task is the id of the run: a run is durable, and its id cannot be guessed.
 */
import type { CallToolResult, InputRequest, Task, TaskStatus } from '@modelcontextprotocol/server';
import type { RunSummary, RunView } from '../../../operations/index.ts';
import { hasEnded } from './call-context.ts';
import { describeProgress } from './describe-progress.ts';

/** Poll interval for clients, in milliseconds. */
const pollInterval = 1_000;

/** For an ended run, the result that the call would return; an error is a protocol error. */
export type TaskEnd =
  | { readonly kind: 'result'; readonly result: CallToolResult }
  | { readonly kind: 'error'; readonly error: ProtocolFailure };

export interface ProtocolFailure {
  readonly code: number;
  readonly message: string;
  readonly data?: unknown;
}

export type ModernTask = {
  readonly taskId: string;
  readonly status: TaskStatus;
  readonly statusMessage: string;
  readonly createdAt: string;
  readonly lastUpdatedAt: string;
  readonly ttlMs: number | null;
  readonly pollIntervalMs: number;
};

export interface DetailedTask extends ModernTask {
  readonly result?: CallToolResult & { readonly resultType: 'complete' };
  readonly error?: ProtocolFailure;
  readonly inputRequests?: Readonly<Record<string, InputRequest>>;
}

export function createdTask(
  run: RunView,
  retention: number | null,
): ModernTask & { readonly resultType: 'task' } {
  const status = hasEnded(run) ? 'completed' : 'working';
  return { resultType: 'task', ...modernTask(run, status, retention) };
}

/** @param questions what its user could be asked now, as forms */
export function detailedTask(
  run: RunView,
  retention: number | null,
  end: TaskEnd | undefined,
  questions: Readonly<Record<string, InputRequest>>,
): DetailedTask {
  if (run.status === 'cancelled') return modernTask(run, 'cancelled', retention);
  if (end?.kind === 'error') return { ...modernTask(run, 'failed', retention), error: end.error };
  if (end !== undefined) {
    // Clients recognise a result inside a task only with its type.
    return { ...modernTask(run, 'completed', retention), result: { ...end.result, resultType: 'complete' } };
  }
  if (Object.keys(questions).length === 0) return modernTask(run, 'working', retention);
  return { ...modernTask(run, 'input_required', retention), inputRequests: questions };
}

/** A task that has ended does not change any more. */
export const hasFinished = ({ status }: ModernTask): boolean =>
  status !== 'working' && status !== 'input_required';

function modernTask(run: RunView, status: TaskStatus, retention: number | null): ModernTask {
  return {
    taskId: run.run,
    status,
    statusMessage: describeProgress(run),
    createdAt: run.createdAt,
    lastUpdatedAt: run.updatedAt,
    ttlMs: lifeOf(run, retention),
    pollIntervalMs: pollInterval,
  };
}

/** @param message its progress as text; @param asks whether its user can be asked now */
export function legacyTask(run: RunSummary, retention: number | null, message: string, asks: boolean): Task {
  return {
    taskId: run.run,
    status: legacyStatus(run, asks),
    statusMessage: message,
    createdAt: run.createdAt,
    lastUpdatedAt: run.updatedAt,
    ttl: lifeOf(run, retention),
    pollInterval,
  };
}

function legacyStatus(run: Pick<RunSummary, 'status'>, asks: boolean): TaskStatus {
  switch (run.status) {
    case 'completed':
    case 'failed':
    case 'cancelled':
      return run.status;
    default:
      return asks ? 'input_required' : 'working';
  }
}

/** From its creation, in milliseconds: unlimited until the run ends, then the retention of ended runs. */
export function lifeOf({ createdAt, endedAt }: RunSummary, retention: number | null): number | null {
  if (endedAt === null || retention === null) return null;
  return Date.parse(endedAt) - Date.parse(createdAt) + retention;
}

export function isOver(run: RunSummary, retention: number | null, now: number): boolean {
  const life = lifeOf(run, retention);
  return life !== null && now >= Date.parse(run.createdAt) + life;
}
