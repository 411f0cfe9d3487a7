/** A net of a plan in the reference model of YAWL: its conditions with the implicit ones, and the neighbours of each task. */
import type { RoutingNet } from '../../../src/kernel/or-join/routing-net.ts';
import { decideBackwards, decideByTrying } from '../../soundness/plain-or-join.ts';
import type { FlowPlan, NetPlan, TaskPlan } from '../specification-text.ts';

export interface PlainNet {
  readonly plan: NetPlan;
  readonly conditions: readonly string[];
  readonly tasks: ReadonlyMap<string, PlainTask>;
}

export interface PlainTask {
  readonly id: string;
  readonly plan: TaskPlan;
  readonly preset: readonly string[];
  readonly flows: readonly PlainFlow[];
  readonly emptied: readonly string[];
  readonly cancelled: readonly string[];
}

export interface PlainFlow {
  readonly condition: string;
  readonly when: string | undefined;
  readonly order: number;
  readonly isDefault: boolean;
}

export function plainNet(plan: NetPlan): PlainNet {
  const explicit = new Map<string, readonly string[]>([
    ['i', plan.begin],
    ...Object.entries(plan.conditions ?? {}),
    ['o', []],
  ]);
  const conditionTo = (from: string, to: string) => (explicit.has(to) ? to : `c{${from}_${to}}`);
  const all = Object.entries(plan.tasks);
  const flowsOf = (id: string, task: TaskPlan) =>
    task.to.map((to): PlainFlow => {
      const flow: FlowPlan = typeof to === 'string' ? { to } : to;
      return {
        condition: conditionTo(id, flow.to),
        when: flow.when,
        order: flow.order ?? 0,
        isDefault: flow.otherwise ?? false,
      };
    });
  const flows = new Map(all.map(([id, task]) => [id, flowsOf(id, task)]));
  const leadsTo = new Map(explicit);
  for (const [from, { to }] of all) {
    for (const each of to) {
      const next = typeof each === 'string' ? each : each.to;
      if (!explicit.has(next)) leadsTo.set(conditionTo(from, next), [next]);
    }
  }
  const conditions = [...leadsTo.keys()];
  const presetOf = (id: string) => conditions.filter((each) => leadsTo.get(each)?.includes(id));
  const tasks = all.map(([id, task]): [string, PlainTask] => {
    const removes = task.removes ?? [];
    return [
      id,
      {
        id,
        plan: task,
        preset: presetOf(id),
        flows: flows.get(id) ?? [],
        emptied: [
          ...removes.filter((each) => explicit.has(each)),
          ...(task.removesFlows ?? []).map(([from, to]) => `c{${from}_${to}}`),
        ],
        cancelled: removes.filter((each) => !explicit.has(each)),
      },
    ];
  });
  return { plan, conditions, tasks: new Map(tasks) };
}

/** An OR-join that is too expensive to decide, or too many possible states: not usable for a comparison. */
export class TooManyStatesError extends Error {}

const known = new WeakMap<PlainNet, Map<string, boolean>>();

/** Facts about OR-joins: reset nets and backward coverability, with other OR-joins treated as XOR-joins. */
export function isOrJoinEnabled(
  net: PlainNet,
  { id, preset }: PlainTask,
  tokens: readonly string[],
  busy: readonly string[],
): boolean {
  const marked = preset.filter((each) => tokens.includes(each));
  if (marked.length === 0 || marked.length === preset.length) return marked.length > 0;
  const answers = known.get(net) ?? new Map<string, boolean>();
  known.set(net, answers);
  const question = `${id} ${tokens.join()} ${busy.join()}`;
  const answer = answers.get(question);
  if (answer !== undefined) return answer;
  const ids = [...net.tasks.keys()];
  const asked = [
    routingOf(net),
    ids.indexOf(id),
    tokens.map((each) => net.conditions.indexOf(each)),
    busy.map((each) => ids.indexOf(each)),
  ] as const;
  const searched = decideBackwards(...asked);
  const decision = searched === 'undecided' ? decideByTrying(...asked) : searched;
  if (decision === 'undecided') throw new TooManyStatesError();
  answers.set(question, decision === 'enabled');
  return decision === 'enabled';
}

function routingOf({ conditions, tasks }: PlainNet): RoutingNet {
  const at = (condition: string) => conditions.indexOf(condition);
  const ids = [...tasks.keys()];
  return {
    places: conditions.length,
    tasks: [...tasks.values()].map(({ plan, preset, flows, emptied, cancelled }) => ({
      inputs: preset.map(at).sort((a, b) => a - b),
      join: plan.join ?? 'xor',
      split: plan.split ?? 'and',
      outputs: flows.map(({ condition }) => at(condition)),
      caught: -2,
      ends: true,
      cancelPlaces: emptied.map(at),
      cancelTasks: cancelled.map((id) => ids.indexOf(id)),
      ignores: [],
    })),
  };
}
