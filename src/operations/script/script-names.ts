/** Lists the names that a script may use for a workflow: nodes that call, nodes that ask, and all nodes. */
import type { Program } from '../../kernel/index.ts';
import type { TaskFilter } from '../../runtime/index.ts';
import { type ExpectedField, expectedFields } from '../data/expected-fields.ts';

export interface ScriptNames {
  /** Nodes of the workflow and of those that it calls. */
  readonly nodes: readonly string[];
  /** Nodes that call something. */
  readonly callers: readonly string[];
  readonly operations: readonly string[];
  /** Nodes that ask a person, or wait for a signal. */
  readonly asking: readonly string[];
  /** The expected fields of each question, by node. */
  readonly questions: ReadonlyMap<string, readonly ExpectedField[]>;
  /** Nodes that ask for a verdict if the outcome of their call is unknown. */
  readonly doubtful: readonly string[];
}

export function scriptNames({ nets }: Program, shows: TaskFilter): ScriptNames {
  const tasks = nets.flatMap((net) => net.tasks.filter(({ id }) => shows(net.id, id)));
  const all = nets.flatMap((net) => net.tasks);
  const calls = all.flatMap(({ work, undo }) => [
    ...(work.kind === 'call' ? [work] : []),
    ...(undo === undefined ? [] : [undo]),
  ]);
  const asks = tasks.filter(
    ({ work }) => work.kind === 'offer' || (work.kind === 'wait' && work.signal !== undefined),
  );
  const doubtful = tasks.filter(
    ({ work, undo }) =>
      (work.kind === 'call' && work.onUncertain === 'ask') ||
      (undo !== undefined && (undo.onUncertain ?? 'ask') === 'ask'),
  );
  const unique = (names: readonly string[]) => [...new Set(names)];
  return {
    nodes: unique(tasks.map(({ id }) => id)),
    callers: unique(tasks.filter(({ work }) => work.kind === 'call').map(({ id }) => id)),
    operations: unique(
      calls.flatMap(({ connector, operation }) =>
        connector === undefined ? [operation] : [operation, `${connector}.${operation}`],
      ),
    ),
    asking: unique(asks.map(({ id }) => id)),
    questions: new Map(
      tasks.flatMap(({ id, work }) => (work.kind === 'offer' ? [[id, expectedFields(work.item)]] : [])),
    ),
    doubtful: unique(doubtful.map(({ id }) => id)),
  };
}
