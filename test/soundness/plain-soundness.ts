/**
 * A direct implementation of K16, independent of the check: one net, every marking and every set of assigned
 * variables, one after the other. Tests compare the check with it; nothing else imports it.
 */
import type { Expression, Flow, Net, Task } from '../../src/kernel/model/program.ts';
import type { RoutingNet } from '../../src/kernel/or-join/routing-net.ts';
import { decideBackwards } from './plain-or-join.ts';

export interface PlainState {
  readonly tokens: readonly string[];
  readonly busy: readonly string[];
  /** Variables that have a value. */
  readonly set: readonly string[];
}

export interface PlainStep {
  readonly task: Task;
  readonly begins: boolean;
  readonly ends: { readonly took: readonly (string | null)[]; readonly caught: boolean } | null;
  /** A guard, a failure or a race could have decided otherwise. */
  readonly decided: boolean;
  readonly next: PlainState;
}

export type PlainEnd = 'complete' | 'failed' | 'stuck' | 'none';

export interface PlainPlay {
  readonly start: PlainState;
  steps(state: PlainState): readonly PlainStep[];
  end(state: PlainState): PlainEnd;
}

/** It cannot be decided within the limits: the net is of no use for a comparison. */
export class TooMuch extends Error {}

/** `completes`: whether the net of a task can complete. */
export function playPlainly(net: Net, completes: (net: string) => boolean = () => true): PlainPlay {
  const at = (tokens: readonly string[], place: string) => tokens.includes(place);
  const inputs = (task: Task) => net.places.map(({ id }) => id).filter((id) => task.from.includes(id));
  const shares = (task: Task) =>
    net.tasks.some((other) => other !== task && other.from.some((place) => task.from.includes(place)));
  const competes = (task: Task) => task.work.kind === 'offer' && (task.work.takes === 'hold' || shares(task));
  const instant = (task: Task) =>
    task.work.kind === 'pass' || (task.work.kind === 'fail' && task.retry === undefined);
  const routing = routingOf(net);

  const enabled = ({ tokens, busy }: PlainState, task: Task): boolean => {
    if (busy.includes(task.id)) return false;
    if (task.join === 'and') return task.from.every((place) => at(tokens, place));
    if (task.join === 'xor') return task.from.some((place) => at(tokens, place));
    if (task.from.every((place) => at(tokens, place))) return true;
    const places = net.places.map(({ id }) => id);
    const decision = decideBackwards(
      routing,
      net.tasks.indexOf(task),
      tokens.map((place) => places.indexOf(place)),
      busy.map((id) => net.tasks.findIndex((each) => each.id === id)),
    );
    if (decision === 'undecided') throw new TooMuch();
    return decision === 'enabled';
  };

  const doomed = ({ busy }: PlainState) => net.tasks.some((task) => busy.includes(task.id) && instant(task));

  const begin = (state: PlainState, task: Task, isRace: boolean): readonly PlainStep[] => {
    const marked = inputs(task).filter((place) => at(state.tokens, place));
    const takings = task.join === 'xor' ? marked.map((place) => [place]) : [marked];
    return takings.flatMap((taking): readonly PlainStep[] => {
      const tokens = taking.reduce(without, state.tokens);
      const begun: PlainState = { ...state, tokens, busy: sorted([...state.busy, task.id]) };
      const stays = { task, begins: true, ends: null, decided: isRace, next: begun };
      if (!instant(task)) return [stays];
      const ends = endings(begun, task);
      if (ends.length === 0) return [stays];
      return ends.map((step) => ({ ...step, begins: true, decided: isRace || step.decided }));
    });
  };

  const endings = (state: PlainState, task: Task): readonly PlainStep[] => {
    const busy = without(state.busy, task.id);
    const { splits, fails } = succeeds(task, completes) ? splitsOf(task) : { splits: [], fails: true };
    const done = splits.map((flows): Omit<PlainStep, 'decided'> => {
      const took = flows.map(({ to }) => to);
      const tokens = state.tokens.filter((place) => !task.cancels?.places.includes(place));
      const set = [...state.set, ...(task.outputs ?? []).map(({ to }) => to)];
      const next = {
        tokens: give(tokens, took),
        busy: busy.filter((id) => !task.cancels?.tasks.includes(id)),
        set: once(set),
      };
      return { task, begins: false, ends: { took, caught: false }, next };
    });
    const caught = task.catch;
    if (caught === undefined || !(fails || mayFail(task))) return decide(done);
    const next = {
      tokens: give(state.tokens, [caught.to]),
      busy,
      set: once([...state.set, ...(caught.as === undefined ? [] : [caught.as])]),
    };
    return decide([...done, { task, begins: false, ends: { took: [caught.to], caught: true }, next }]);
  };

  /** The lowest, or a rival for one of its tokens; nets first. */
  const oneOf = (state: PlainState, tasks: readonly Task[]): readonly PlainStep[] => {
    const [lowest] = tasks;
    if (lowest === undefined) return [];
    const wanted = lowest.from.filter((place) => at(state.tokens, place));
    const rivals = tasks.filter(
      (task) => task === lowest || task.from.some((place) => wanted.includes(place)),
    );
    const nets = rivals.filter(({ work }) => work.kind === 'net');
    const among = nets.length > 0 ? nets : rivals;
    return among.flatMap((task) => begin(state, task, among.length > 1));
  };

  const end = (state: PlainState): PlainEnd => {
    if (doomed(state)) return net.onFailure === 'settle' ? 'none' : 'failed';
    if (at(state.tokens, net.output)) return 'complete';
    if (state.busy.length > 0 || steps(state).length > 0) return 'none';
    return state.tokens.length === 0 ? 'complete' : 'stuck';
  };

  /** Every state is requested several times, and the computation is slow. */
  const known = new WeakMap<PlainState, readonly PlainStep[]>();
  const steps = (state: PlainState): readonly PlainStep[] => {
    const found = known.get(state) ?? findSteps(state);
    known.set(state, found);
    return found;
  };

  const findSteps = (state: PlainState): readonly PlainStep[] => {
    if (doomed(state) ? net.onFailure !== 'settle' : at(state.tokens, net.output)) return [];
    const mine = net.tasks.filter((task) => !competes(task));
    const plain = mine.filter((task) => task.join !== 'or' && enabled(state, task));
    if (plain.length > 0) return oneOf(state, plain);
    const joins = mine.filter((task) => task.join === 'or' && enabled(state, task));
    if (joins.length > 0) return oneOf(state, joins);
    const ends = net.tasks
      .filter(({ id }) => state.busy.includes(id))
      .flatMap((task) => endings(state, task));
    const offers = net.tasks.filter((task) => competes(task) && enabled(state, task));
    const rivals = (task: Task) =>
      offers.filter((other) =>
        task.from.some((place) => at(state.tokens, place) && other.from.includes(place)),
      );
    return [...ends, ...offers.flatMap((task) => begin(state, task, rivals(task).length > 1))];
  };

  const given = net.variables.filter(
    ({ initial, parameter }) => initial !== undefined || parameter === 'required',
  );
  return { start: { tokens: [net.input], busy: [], set: once(given.map(({ name }) => name)) }, steps, end };
}

/** There is a decision if the outcomes differ in their tokens, or in whether the task failed. */
function decide(steps: readonly Omit<PlainStep, 'decided'>[]): readonly PlainStep[] {
  const ways = steps.map(({ ends }) => `${ends?.caught} ${give([], ends?.took ?? []).join()}`);
  return steps.map((step) => ({ ...step, decided: new Set(ways).size > 1 }));
}

/** Nets may have no instance of an each, and a failure never succeeds. */
function succeeds(task: Task, completes: (net: string) => boolean): boolean {
  if (task.each !== undefined) return true;
  if (task.work.kind === 'net') return task.onUnset === 'skip' || completes(task.work.net);
  return task.work.kind !== 'fail';
}

/** Work that only passes on can fail only by an expression. */
function mayFail(task: Task): boolean {
  const computed = [
    ...(task.outputs ?? []).map(({ value }) => value),
    ...task.flows.map(({ guard }) => guard),
  ];
  const computes = computed.some((expression) => expression !== undefined && expression.kind !== 'value');
  return task.work.kind !== 'pass' || task.each !== undefined || task.timeout !== undefined || computes;
}

/** K4.1, with every possible result of the guards. */
function splitsOf(task: Task): { splits: readonly (readonly Flow[])[]; fails: boolean } {
  if (task.split === 'and') return { splits: [task.flows], fails: false };
  const isDefault = (flow: Flow) => flow.default === true;
  const ordered = [...task.flows].sort((a, b) => (a.order ?? 0) - (b.order ?? 0));
  const others = ordered.filter((flow) => !isDefault(flow));
  const splits = new Map<string, readonly Flow[]>();
  let fails = false;
  for (const answer of answersTo(task.flows)) {
    const holding = others.filter((flow) => flow.guard === undefined || answer.get(flow) === true);
    const last = ordered.find(isDefault);
    const also = last?.guard !== undefined && answer.get(last) === true ? [last] : [];
    const taken = task.split === 'xor' ? holding.slice(0, 1) : [...holding, ...also];
    const chosen = taken.length > 0 ? taken : last === undefined ? [] : [last];
    // XOR evaluates until one is true and never the default; OR evaluates all.
    const asked = task.split === 'or' ? ordered : others.slice(0, taken[0] && others.indexOf(taken[0]));
    const isWrong = asked.some(
      (flow) => flow.guard?.kind === 'value' && typeof flow.guard.value !== 'boolean',
    );
    if (chosen.length === 0 || isWrong) fails = true;
    else splits.set(chosen.map((flow) => task.flows.indexOf(flow)).join(), chosen);
  }
  return { splits: [...splits.values()], fails };
}

function answersTo(flows: readonly Flow[]): readonly ReadonlyMap<Flow, boolean>[] {
  let answers: ReadonlyMap<Flow, boolean>[] = [new Map()];
  for (const flow of flows) {
    if (flow.guard === undefined) continue;
    const possible = possibleValues(flow.guard);
    answers = answers.flatMap((answer) => possible.map((value) => new Map(answer).set(flow, value)));
  }
  return answers;
}

function possibleValues(guard: Expression): readonly boolean[] {
  return guard.kind === 'value' ? [guard.value === true] : [true, false];
}

function routingOf(net: Net): RoutingNet {
  const place = (id: string | null) => (id === null ? -1 : net.places.findIndex((each) => each.id === id));
  return {
    places: net.places.length,
    tasks: net.tasks.map((task) => ({
      inputs: [...new Set(task.from.map(place))].sort((a, b) => a - b),
      join: task.join,
      split: task.split,
      outputs: task.flows.map(({ to }) => place(to)),
      caught: task.catch === undefined ? -2 : place(task.catch.to),
      ends: task.work.kind !== 'fail' || task.each !== undefined,
      cancelPlaces: (task.cancels?.places ?? []).map(place),
      cancelTasks: (task.cancels?.tasks ?? []).map((id) => net.tasks.findIndex((each) => each.id === id)),
      ignores: (task.ignores ?? []).map((id) => net.tasks.findIndex((each) => each.id === id)),
    })),
  };
}

function give(tokens: readonly string[], took: readonly (string | null)[]): readonly string[] {
  return sorted([...tokens, ...took.filter((place) => place !== null)]);
}

function without(list: readonly string[], gone: string): readonly string[] {
  const index = list.indexOf(gone);
  return list.filter((_, at) => at !== index);
}

function sorted(list: readonly string[]): readonly string[] {
  return [...list].sort();
}

function once(list: readonly string[]): readonly string[] {
  return sorted([...new Set(list)]);
}
