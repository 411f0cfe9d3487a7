/** The places of a net and their connections, including the implicit conditions between tasks. */
import type { SourceLocation, YawlCondition, YawlFlow, YawlNet, YawlTask } from './schema.ts';

export interface WiredNet {
  readonly net: YawlNet;
  /** The explicit ones as written, then the implicit ones by task and flow. */
  readonly places: readonly WiredPlace[];
  readonly tasks: readonly WiredTask[];
}

export interface WiredPlace {
  readonly id: string;
  readonly at: SourceLocation;
  /** `null`: an implicit condition between two tasks. */
  readonly condition: YawlCondition | null;
}

export interface WiredTask {
  readonly task: YawlTask;
  /** Ids of the places that it takes tokens from, in the order of the flows in the text. */
  readonly preset: readonly string[];
  /** Its flows with their target places. A flow to an unknown element has none. */
  readonly flows: readonly WiredFlow[];
}

export interface WiredFlow {
  readonly flow: YawlFlow;
  readonly place: string;
}

/** The id of the implicit condition between two tasks. */
export const implicitId = (from: string, to: string): string => `c{${from}_${to}}`;

export function wireNet(net: YawlNet): WiredNet {
  const tasks = new Map(net.tasks.map((task) => [task.id, task]));
  const conditions = new Set(net.conditions.map(({ id }) => id));
  const presets = new Map<string, Set<string>>(net.tasks.map(({ id }) => [id, new Set<string>()]));
  const implicit = new Map<string, WiredPlace>();
  for (const condition of net.conditions) {
    for (const { to } of condition.flows) presets.get(to)?.add(condition.id);
  }
  const flowsOf = (task: YawlTask): WiredFlow[] =>
    task.flows.flatMap((flow) => {
      if (conditions.has(flow.to)) return [{ flow, place: flow.to }];
      if (!tasks.has(flow.to)) return [];
      const id = implicitId(task.id, flow.to);
      presets.get(flow.to)?.add(id);
      if (!implicit.has(id)) implicit.set(id, { id, at: flow.at, condition: null });
      return [{ flow, place: id }];
    });
  const wired = net.tasks.map((task) => ({ task, flows: flowsOf(task) }));
  return {
    net,
    places: [
      ...net.conditions.map((condition) => ({ id: condition.id, at: condition.at, condition })),
      ...implicit.values(),
    ],
    tasks: wired.map(({ task, flows }) => ({ task, flows, preset: [...(presets.get(task.id) ?? [])] })),
  };
}
