/** The state of a session in the form of the design: positions by id, and references in place of secrets [Q2.1]. */
import type { Json, RunState } from '../../../kernel/index.ts';
import { adapterOf, isSensitive, type Level } from '../flow.ts';
import type { Feedback, Progress } from '../progress.ts';
import type { FlowMachine } from './flow-machine.ts';
import type { Held } from './held.ts';
import type { Played } from './play.ts';

export interface SessionState {
  readonly session_id: string;
  readonly workflow_id: string;
  readonly workflow_version_hash: string;
  /** Null if all questions are answered. */
  readonly current_question_id: string | null;
  readonly feedback_history: readonly Json[];
  /** The levels around the current one, the outermost first. */
  readonly level_stack: readonly LevelState[];
  readonly current_level: LevelState | null;
  readonly deferred_operations: readonly Json[];
  readonly feedback_proposals: readonly Json[];
}

export interface LevelState {
  readonly workflow_id: string;
  readonly stopped_at_entry_id: string;
  readonly stopped_at_entry_index: number;
  readonly level_entries: readonly string[];
  /** The answers that the level knows, by question. */
  readonly planning_context: { readonly [question: string]: Json };
}

export function sessionStateOf(
  flow: FlowMachine,
  session: string,
  held: Held,
  { state, progress, need }: Played,
): SessionState {
  const levels = 'asked' in need ? levelsOf(flow, state, progress, need.asked.question.id) : [];
  return {
    session_id: session,
    workflow_id: flow.flow.id,
    workflow_version_hash: held.revision,
    current_question_id: 'asked' in need ? need.asked.question.id : null,
    feedback_history: progress.history.map((feedback, id) => ({
      feedback_id: id,
      timestamp: feedback.timestamp,
      entry_id: feedback.question,
      entry_data: { type: flow.states.get(feedback.question)?.question.type ?? '', value: feedback.value },
      is_automatic: feedback.automatic,
      is_sensitive: isSecret(flow, feedback.question),
    })),
    level_stack: levels.slice(0, -1),
    current_level: levels.at(-1) ?? null,
    deferred_operations: progress.registered.map(({ operation, feedback }) => ({
      type: typeOfOperation(operation),
      feedback_id: feedback,
      adapter_name: adapterOf(operation),
      operation_data: { operation_id: operation },
    })),
    feedback_proposals: Object.entries(held.kept).flatMap(([question, answers]) =>
      answers.map(({ value }) => ({ entry_id: question, entry_data: { value } })),
    ),
  };
}

const isSecret = ({ states }: FlowMachine, id: string): boolean => {
  const question = states.get(id)?.question;
  return question !== undefined && isSensitive(question);
};

export const typeOfOperation = (operation: string): string =>
  adapterOf(operation) === '' ? 'operation' : 'adapter_operation';

/** One for each frame, the root first. */
export function levelsOf(
  { flow }: FlowMachine,
  { frames }: RunState,
  { history }: Pick<Progress, 'history'>,
  current: string,
): readonly LevelState[] {
  const active = frames.toSorted((one, other) => one.depth - other.depth);
  return active.map(({ net }, at): LevelState => {
    const level = flow.levels[net] ?? flow.levels[0];
    const inner = active[at + 1]?.net;
    const entered = inner === undefined ? current : enteredFrom(level, inner, history);
    const index = level.states.findIndex(({ question }) => question.id === entered);
    return {
      workflow_id: level.id,
      stopped_at_entry_id: entered,
      stopped_at_entry_index: index,
      level_entries: level.states.map(({ question }) => question.id),
      planning_context: contextOf(history, inner === undefined ? null : entered),
    };
  });
}

/** The question whose answer led into a nested workflow: of those that can, the one that was answered last. */
function enteredFrom({ states }: Level, inner: number, history: readonly Feedback[]): string {
  const entrances = states.filter(({ nested }) => nested?.level === inner).map(({ question }) => question.id);
  return history.findLast(({ question }) => entrances.includes(question))?.question ?? '';
}

/** @param until the question whose answer is the last that the level knows; null: all */
function contextOf(history: readonly Feedback[], until: string | null) {
  const end =
    until === null ? history.length : history.findLastIndex(({ question }) => question === until) + 1;
  return Object.fromEntries(history.slice(0, end).map(({ question, value }) => [question, value]));
}
