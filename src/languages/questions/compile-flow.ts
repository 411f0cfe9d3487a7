/**
 * Compiles a question flow: one net for each level, in which every state is a few tasks, and the deferred operations
 * after the last question, each when its turn comes.
 */
import {
  compiledEffort,
  type Flow as KernelFlow,
  type Net,
  type Program,
  type Task,
} from '../../kernel/index.ts';
import {
  createNet,
  finishNet,
  inputPlace,
  type NetDraft,
  outputPlace,
  partId,
  passTask,
} from '../net-draft.ts';
import { answersParameter, decisionVariable, progressVariable, questionExpression } from './evaluator.ts';
import {
  type DeferredOperation,
  type Exit,
  type Flow,
  type FlowCall,
  type FlowState,
  isSensitive,
  type Level,
  operationsOf,
  statesOf,
} from './flow.ts';
import { beginning } from './progress.ts';
import { questionItem } from './question-item.ts';

/** How often a question may be asked in a loop. */
export const maxVisits = 1_000;
const choicesRetry = { limit: 2, delay: 1_000, backoff: 'exponential' } as const;

/** @param flow without errors */
export function compileFlow(flow: Flow): Program {
  const sensitive = statesOf(flow).flatMap(({ question }) => (isSensitive(question) ? [question.id] : []));
  const nets = flow.levels.map((level, at) => compileLevel(flow, level, at === 0, sensitive));
  return {
    semantics: 1,
    root: netOf(flow, 0),
    nets,
    onMisfit: 'refuse',
    limits: { effort: compiledEffort },
  };
}

/** Places of the root have the names of states, so the net has another one than its nested workflows. */
export const netOf = ({ levels }: Pick<Flow, 'levels'>, level: number): string =>
  level === 0 ? levels[0].id || 'flow' : `${levels[0].id}/${levels[level]?.id ?? ''}`;

function compileLevel(flow: Flow, level: Level, isRoot: boolean, sensitive: readonly string[]): Net {
  const net = createNet(netOf(flow, flow.levels.indexOf(level)));
  const operations = isRoot ? operationsOf(flow) : [];
  const end = operations.length === 0 ? outputPlace : operationsPlace;
  if (isRoot) {
    net.variables.push(
      { name: progressVariable, initial: beginning as unknown as null },
      { name: decisionVariable, initial: null },
      { name: answersParameter, initial: {}, parameter: 'optional' },
    );
  }
  compileStart(net, level);
  const places = level.states.map(({ question }) => entryOf(question.id));
  for (const state of level.states) compileState(flow, net, { state, sensitive, places, end });
  if (operations.length > 0) compileOperations(net, operations, sensitive);
  return finishNet(net, 'abort', isRoot ? questionExpression({ do: 'output', sensitive }) : undefined);
}

/** Where a state begins. A question may be called `in` or `out`. */
const entryOf = (question: string): string => partId(question, 'entry');
const operationsPlace = 'operations';

/** Nothing may lead back to the beginning of a net, but loops may lead to the first state. */
function compileStart(net: NetDraft, { states: [first] }: Level): void {
  if (first === undefined) return;
  const { question, line, column } = first;
  const flows = [{ to: entryOf(question.id) }];
  const options = { from: [inputPlace], join: 'xor', split: 'and', flows } as const;
  net.tasks.push(passTask(partId(question.id, 'start'), { line, column }, options));
}

interface StateContext {
  readonly state: FlowState;
  readonly sensitive: readonly string[];
  /** Where the states of the level begin. */
  readonly places: readonly string[];
  readonly end: string;
}

/** Ids of the tasks of a state; the question itself is the task with its id. */
export const choicesTask = (question: string): string => partId(question, 'choices');
const decideTask = (question: string): string => partId(question, 'decide');
const recordTask = (question: string): string => partId(question, 'record');
export const nestedTask = (question: string): string => partId(question, 'workflow');

function compileState(flow: Flow, net: NetDraft, context: StateContext): void {
  const { state, places, end, sensitive } = context;
  const { question, nested, operations, exits, line, column } = state;
  const { id } = question;
  const add = (
    task: string,
    from: string,
    split: Task['split'],
    flows: Task['flows'],
    rest: Pick<Task, 'work'> & Partial<Task>,
  ): void => {
    const source = { line, column };
    net.tasks.push({ id: task, from: [from], join: 'xor', split, flows, ...rest, source, visits: maxVisits });
  };
  const [entry, fetched, ask] = [entryOf(id), partId(id, 'fetched'), partId(id, 'ask')];
  const [answered, inner] = [partId(id, 'answered'), partId(id, 'inner')];
  if (question.choicesFrom !== null) {
    const { items, value } = question.choicesFrom;
    add(choicesTask(id), entry, 'and', [{ to: fetched }], {
      work: callOf(question.choicesFrom, sensitive, 'retry'),
      outputs: sets(progressVariable, { do: 'choices', question: id, items, value }, ['$output']),
      retry: choicesRetry,
      ...(question.rules.choices === null ? {} : { catch: { to: fetched } }),
    });
  }
  const isDecided = { to: answered, guard: questionExpression({ do: 'isDecided' }, [decisionVariable]) };
  const asked = question.choicesFrom === null ? entry : fetched;
  add(decideTask(id), asked, 'xor', [isDecided, { to: ask, default: true }], {
    outputs: sets(decisionVariable, { do: 'decide', question }, [answersParameter]),
    work: { kind: 'pass' },
  });
  const input = questionExpression({ do: 'show', question });
  add(id, ask, 'and', [{ to: answered }], {
    work: { kind: 'offer', item: questionItem(question), input },
    outputs: sets(decisionVariable, { do: 'accept', question }, ['$output']),
  });
  const following = exits.map(({ to, condition }) =>
    guarded(to === null ? end : (places[to] ?? end), condition),
  );
  const entering = nested === null ? [] : [guarded(inner, nested.condition)];
  const recorded = nested?.condition === null ? entering : [...entering, ...following];
  const registered = operations.map((operation) => operation.id);
  add(recordTask(id), answered, 'xor', recorded, {
    outputs: sets(progressVariable, { do: 'record', question: id, operations: registered }, [
      decisionVariable,
    ]),
    work: { kind: 'pass' },
  });
  if (nested === null) return;
  add(nestedTask(id), inner, 'xor', following, {
    work: { kind: 'net', net: netOf(flow, nested.level), scope: 'share' },
  });
}

const sets = (to: string, ...value: Parameters<typeof questionExpression>): NonNullable<Task['outputs']> => [
  { to, value: questionExpression(...value) },
];

const guarded = (to: string, condition: Exit['condition']): KernelFlow =>
  condition === null ? { to, default: true } : { to, guard: questionExpression({ do: 'holds', condition }) };

const callOf = (
  { connector, operation, args }: FlowCall,
  sensitive: readonly string[],
  onUncertain: 'ask' | 'retry',
) =>
  ({
    kind: 'call',
    ...(connector === null ? {} : { connector }),
    operation,
    input: questionExpression({ do: 'arguments', args, sensitive }),
    onUncertain,
  }) as const;

/** One task gives the turns; every operation leads back to it. */
function compileOperations(
  net: NetDraft,
  operations: readonly DeferredOperation[],
  sensitive: readonly string[],
): void {
  const source = { line: operations[0]?.line ?? 1, column: operations[0]?.column ?? 1 };
  const conditions = Object.fromEntries(
    operations.flatMap(({ id, condition }) => (condition === null ? [] : [[id, condition] as const])),
  );
  net.tasks.push({
    ...passTask(turnTask, source, {
      from: [operationsPlace],
      join: 'xor',
      split: 'xor',
      flows: [
        ...operations.map(({ id }) => ({
          to: partId(id, 'turn'),
          guard: questionExpression({ do: 'isTurn', operation: id }),
        })),
        { to: outputPlace, default: true },
      ],
      outputs: sets(progressVariable, { do: 'nextTurn', conditions }),
    }),
    visits: operations.length + 1,
  });
  for (const { id, undo, line, column, ...call } of operations) {
    net.tasks.push({
      id,
      from: [partId(id, 'turn')],
      join: 'xor',
      split: 'and',
      flows: [{ to: operationsPlace }],
      work: callOf(call, sensitive, 'ask'),
      outputs: sets(progressVariable, { do: 'result', operation: id }, ['$output']),
      ...(undo === null
        ? {}
        : {
            undo: {
              ...(undo.connector === null ? {} : { connector: undo.connector }),
              operation: undo.operation,
              input: questionExpression({ do: 'arguments', args: undo.args, sensitive }, ['$output']),
            },
          }),
      source: { line, column },
    });
  }
}

const turnTask = partId('operations', 'turn');
