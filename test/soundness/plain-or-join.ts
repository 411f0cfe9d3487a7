/**
 * A direct implementation of K3.3, independent of the decider: every transition, every place, no optimization. Tests
 * compare the decider with it; nothing else imports it.
 */
import type { OrJoinDecision, RoutingNet, RoutingTask } from '../../src/kernel/or-join/routing-net.ts';

type Marking = readonly number[];

interface PlainTransition {
  readonly take: Marking;
  readonly resets: readonly boolean[];
  readonly give: Marking;
}

function plainTransitions(net: RoutingNet, join: number): readonly PlainTransition[] {
  const size = net.places + net.tasks.length;
  const count = (places: readonly number[]): Marking =>
    Array.from({ length: size }, (_, place) => places.filter((each) => each === place).length);
  const transitions: PlainTransition[] = [];
  net.tasks.forEach((task, index) => {
    const underWay = net.places + index;
    const cancelled = [...task.cancelPlaces, ...task.cancelTasks.map((other) => net.places + other)];
    const resets = Array.from({ length: size }, (_, place) => cancelled.includes(place));
    const none = resets.map(() => false);
    const starts = task.join === 'and' ? [task.inputs] : task.inputs.map((place) => [place]);
    if (index !== join && net.tasks[join]?.ignores.includes(index) !== true) {
      for (const take of starts)
        transitions.push({ take: count(take), resets: none, give: count([underWay]) });
    }
    if (task.ends) {
      for (const give of choices(task)) {
        transitions.push({ take: count([underWay]), resets, give: count(give) });
      }
    }
    if (task.caught !== -2) {
      transitions.push({ take: count([underWay]), resets: none, give: count([task.caught]) });
    }
  });
  return transitions;
}

function choices(task: RoutingTask): readonly (readonly number[])[] {
  if (task.split === 'and') return [task.outputs];
  if (task.split === 'xor') return task.outputs.map((place) => [place]);
  const sets: number[][] = [];
  for (let set = 1; set < 2 ** task.outputs.length; set += 1) {
    sets.push(task.outputs.filter((_, flow) => Math.floor(set / 2 ** flow) % 2 === 1));
  }
  return sets;
}

export function firstMarking(net: RoutingNet, tokens: readonly number[], busy: readonly number[]): number[] {
  const marking = Array.from({ length: net.places + net.tasks.length }, () => 0);
  for (const place of tokens) marking[place] = (marking[place] ?? 0) + 1;
  for (const task of busy) marking[net.places + task] = 1;
  return marking;
}

function covers(big: Marking, small: Marking): boolean {
  return small.every((tokens, place) => tokens <= (big[place] ?? 0));
}

type IsCoverable = (
  transitions: readonly PlainTransition[],
  start: Marking,
  target: Marking,
  limit: number,
) => boolean | 'open';

const searchBackwards: IsCoverable = (transitions, start, target, limit) => {
  const found: Marking[] = [target];
  for (let next = 0; next < found.length; next += 1) {
    const marking = found[next] ?? [];
    if (covers(start, marking)) return true;
    if (found.length > limit) return 'open';
    for (const { take, resets, give } of transitions) {
      if (marking.some((tokens, place) => resets[place] && tokens > (give[place] ?? 0))) continue;
      const before = marking.map((tokens, place) => {
        const needed = resets[place] ? 0 : Math.max(0, tokens - (give[place] ?? 0));
        return needed + (take[place] ?? 0);
      });
      if (!found.some((other) => covers(before, other))) found.push(before);
    }
  }
  return false;
};

const tryEverything: IsCoverable = (transitions, start, target, limit) => {
  const seen = new Map<string, Marking>([[start.join(), start]]);
  for (const marking of seen.values()) {
    if (covers(marking, target)) return true;
    if (seen.size > limit) return 'open';
    for (const { take, resets, give } of transitions) {
      if (!covers(marking, take)) continue;
      const after = marking.map(
        (tokens, place) => (resets[place] ? 0 : tokens - (take[place] ?? 0)) + (give[place] ?? 0),
      );
      seen.set(after.join(), after);
    }
  }
  return false;
};

function decideBy(isCoverable: IsCoverable, limit: number) {
  return (
    net: RoutingNet,
    join: number,
    tokens: readonly number[],
    busy: readonly number[],
  ): OrJoinDecision => {
    const start = firstMarking(net, tokens, busy);
    const inputs = net.tasks[join]?.inputs ?? [];
    const marked = inputs.filter((place) => tokens.includes(place));
    if (marked.length === 0) return 'wait';
    const transitions = plainTransitions(net, join);
    const answers = inputs
      .filter((place) => !marked.includes(place))
      .map((empty) =>
        isCoverable(
          transitions,
          start,
          start.map((_, place) => (place === empty || marked.includes(place) ? 1 : 0)),
          limit,
        ),
      );
    if (answers.includes(true)) return 'wait';
    return answers.includes('open') ? 'undecided' : 'enabled';
  };
}

export const decideBackwards = decideBy(searchBackwards, 400);
export const decideWithHighLimit = decideBy(searchBackwards, 10_000);
export const decideByTrying = decideBy(tryEverything, 1_000);
