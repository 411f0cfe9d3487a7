/** The state of a session in the form of the design: positions by id, and references in place of secrets [Q2.1]. */
import type { Json } from '../../../kernel/index.ts';
import type { Level } from '../flow.ts';
import type { Feedback } from '../progress.ts';
import type { FlowMachine } from './flow-machine.ts';
import type { Played, Session } from './play.ts';
import type { SessionAnswer } from './session-fields.ts';

/** @param shown the same session, as its client sees it */
export function sessionStateOf(
  flow: FlowMachine,
  { held, played }: Session,
  shown: Omit<SessionAnswer, 'notifications'>,
): { readonly [field: string]: Json } {
  const { history } = played.progress;
  const current = shown.question?.id ?? null;
  const levels = current === null ? [] : levelsOf(flow, played, current);
  return {
    session_id: shown.session_id,
    workflow_id: shown.workflow_id,
    workflow_version_hash: held.revision,
    current_question_id: current,
    feedback_history: shown.feedback_history.map(
      ({ feedback_id, timestamp, question_id, type, is_automatic, is_sensitive }, at) => ({
        ...{ feedback_id, timestamp, entry_id: question_id },
        // The client sees a mask in place of the name of a secret.
        entry_data: { type, value: history[at]?.value ?? null },
        ...{ is_automatic, is_sensitive },
      }),
    ),
    // The levels around the current one, the outermost first.
    level_stack: levels.slice(0, -1),
    current_level: levels.at(-1) ?? null,
    deferred_operations: shown.deferred_operations.map(
      ({ type, feedback_id, adapter_name, operation_id }) => ({
        ...{ type, feedback_id, adapter_name },
        operation_data: { operation_id },
      }),
    ),
    feedback_proposals: Object.entries(held.kept).flatMap(([question, answers]) =>
      answers.map(({ value }) => ({ entry_id: question, entry_data: { value } })),
    ),
  };
}

/** Where a level is: at the open question, or at the one whose answer led into the next level. */
export interface Position {
  /** Index of the level. */
  readonly level: number;
  /** Index of the state. */
  readonly at: number;
}

type Open = Pick<Played, 'state' | 'progress'>;

/** One for each frame, the root first. @param open the open question */
export function positionsOf(
  { flow }: FlowMachine,
  { state, progress: { history } }: Open,
  open: string,
): readonly Position[] {
  const active = state.frames.toSorted((one, other) => one.depth - other.depth);
  return active.map(({ net: level }, index): Position => {
    const { states } = flow.levels[level] ?? flow.levels[0];
    const inner = active[index + 1]?.net;
    const current = inner === undefined ? open : enteredFrom(states, inner, history);
    return { level, at: states.findIndex(({ question }) => question.id === current) };
  });
}

/** The question whose answer led into a nested workflow: of those that can, the one that was answered last. */
function enteredFrom(states: Level['states'], inner: number, history: readonly Feedback[]): string {
  const entrances = states.filter(({ nested }) => nested?.level === inner).map(({ question }) => question.id);
  return history.findLast(({ question }) => entrances.includes(question))?.question ?? '';
}

/** A part of the readable state. */
export type LevelState = {
  readonly workflow_id: string;
  readonly stopped_at_entry_id: string;
  readonly stopped_at_entry_index: number;
  readonly level_entries: readonly string[];
  /** The answers that the level knows, by question. */
  readonly planning_context: { readonly [question: string]: Json };
};

function levelsOf(flow: FlowMachine, played: Open, open: string): readonly LevelState[] {
  const { history } = played.progress;
  return positionsOf(flow, played, open).map(({ level, at }, index, { length }) => {
    const { id, states } = flow.flow.levels[level] ?? flow.flow.levels[0];
    const entries = states.map(({ question }) => question.id);
    const entered = history.findLastIndex(({ question }) => question === entries[at]);
    // An outer level knows the answers up to the one that led into the next level.
    const known = index === length - 1 ? history : history.slice(0, entered + 1);
    return {
      workflow_id: id,
      stopped_at_entry_id: entries[at] ?? '',
      stopped_at_entry_index: at,
      level_entries: entries,
      planning_context: Object.fromEntries(known.map(({ question, value }) => [question, value])),
    };
  });
}
