/** Analyses a net as a graph of places and tasks: reachability and cycles. */
import type { RoutingTask } from '../or-join/routing-net.ts';

/** Places that a task may put a token into, including its catch. */
function targets({ outputs, caught }: RoutingTask): readonly number[] {
  if (caught < 0 && outputs.every((place) => place >= 0)) return outputs;
  return [...outputs, caught].filter((place) => place >= 0);
}

/** Tasks that are reachable from a place. */
export const reachedFrom = (
  tasks: readonly RoutingTask[],
  place: number,
  places: number,
): ReadonlySet<number> => {
  const consumers = consumersOf(places, tasks);
  const seen = new Set([place]);
  const reached = new Set<number>();
  const queue = [place];
  for (let at = queue.pop(); at !== undefined; at = queue.pop()) {
    for (const index of consumers[at]!) {
      if (reached.has(index)) continue;
      reached.add(index);
      for (const target of targets(tasks[index]!)) {
        if (seen.has(target)) continue;
        seen.add(target);
        queue.push(target);
      }
    }
  }
  return reached;
};

/** Tasks from which a path leads to a place, or ends: by a flow or a catch to null, or by failing. */
export const leadingTo = (
  tasks: readonly RoutingTask[],
  place: number,
  places: number,
): ReadonlySet<number> => {
  const producers: number[][] = Array.from({ length: places }, () => []);
  const leading = new Set<number>();
  const queue: number[] = [];
  const add = (index: number): void => {
    if (leading.has(index)) return;
    leading.add(index);
    queue.push(index);
  };
  tasks.forEach((task, index) => {
    for (const target of targets(task)) producers[target]!.push(index);
    if (!task.ends || task.caught === -1 || task.outputs.includes(-1)) add(index);
  });
  for (const index of producers[place]!) add(index);
  const seen = new Set<number>();
  for (let at = queue.pop(); at !== undefined; at = queue.pop()) {
    for (const input of tasks[at]!.inputs) {
      if (seen.has(input)) continue;
      seen.add(input);
      for (const index of producers[input]!) add(index);
    }
  }
  return leading;
};

/** Tasks on a cycle: those in a strongly connected component together with a place that they lead to. */
export const onCycles = (places: number, tasks: readonly RoutingTask[]): ReadonlySet<number> => {
  const next = [
    ...consumersOf(places, tasks).map((consumers) => consumers.map((task) => places + task)),
    ...tasks.map(targets),
  ];
  const found = new Set<number>();
  for (const part of stronglyConnected(next)) {
    if (part.length > 1) for (const node of part) if (node >= places) found.add(node - places);
  }
  return found;
};

/** Tasks that consume from a place, ascending, by place. */
export const consumersOf = (
  places: number,
  tasks: readonly RoutingTask[],
): readonly (readonly number[])[] => {
  const consumers: number[][] = Array.from({ length: places }, () => []);
  tasks.forEach((task, index) => {
    for (const place of task.inputs) consumers[place]!.push(index);
  });
  return consumers;
};

/** Tarjan's algorithm, without recursion: nets may have many thousands of tasks in a row. */
export const stronglyConnected = (next: readonly (readonly number[])[]): number[][] => {
  const order = new Array<number>(next.length).fill(-1);
  const low = new Array<number>(next.length).fill(0);
  const stacked = new Array<boolean>(next.length).fill(false);
  const stack: number[] = [];
  const parts: number[][] = [];
  let visited = 0;
  const enter = (node: number): { node: number; child: number } => {
    order[node] = low[node] = visited++;
    stack.push(node);
    stacked[node] = true;
    return { node, child: 0 };
  };
  for (let root = 0; root < next.length; root++) {
    if (order[root] !== -1) continue;
    const path = [enter(root)];
    for (let top = path.at(-1); top !== undefined; top = path.at(-1)) {
      const { node } = top;
      const child = next[node]![top.child++];
      if (child !== undefined) {
        if (order[child] === -1) path.push(enter(child));
        else if (stacked[child]) low[node] = Math.min(low[node]!, order[child]!);
        continue;
      }
      path.pop();
      const above = path.at(-1);
      if (above !== undefined) low[above.node] = Math.min(low[above.node]!, low[node]!);
      if (low[node] !== order[node]) continue;
      const part = stack.splice(stack.lastIndexOf(node));
      for (const member of part) stacked[member] = false;
      parts.push(part);
    }
  }
  return parts;
};
