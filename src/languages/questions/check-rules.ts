/** Checks that rules can apply: every answer that a rule compares with can be given before its question is asked. */
import { referencesOf } from '../../expression/index.ts';
import type { Located } from '../document/located.ts';
import { report } from '../document/report.ts';
import type { Reporter } from '../document/reporter.ts';
import { plainId } from './expressions.ts';
import { type Flow, type FlowState, type Level, type Question, statesOf } from './flow.ts';

/** @param flow whose ways have no errors; @param rules where those of questions are written */
export function checkRules(reporter: Reporter, flow: Flow, rules: ReadonlyMap<Question, Located>): void {
  const states = new Map<string, FlowState[]>();
  for (const state of statesOf(flow)) addTo(states, plainId(state.question.id), state);
  const answeredBefore = createSearch(flow);
  for (const state of statesOf(flow)) {
    const { id, rules: own } = state.question;
    const located = rules.get(state.question);
    if (own.rule === null || located === undefined) continue;
    const others = referencesOf(own.rule).filter(({ name }) => plainId(name) !== plainId(id));
    const before = others.length === 0 ? new Set() : answeredBefore(state);
    for (const { name } of others) {
      if (states.get(plainId(name))?.some((other) => before.has(other))) continue;
      report(reporter, located, {
        rule: 'rule-too-early',
        message: `The rule never applies: no way leads through “${name}” before “${id}”. Write it into the question “${name}”, or remove it.`,
        expected: 'a rule over earlier answers',
        actual: `\${${name}}`,
      });
    }
  }
}

/** Finds the states that some way answers before a state. */
function createSearch({ levels }: Flow): (state: FlowState) => ReadonlySet<FlowState> {
  const sources = new Map<FlowState, FlowState[]>();
  const levelOf = new Map<FlowState, Level>();
  const entrances = new Map<Level, FlowState[]>();
  const innerOf = ({ nested }: FlowState): Level | undefined => levels[nested?.level ?? -1];
  for (const level of levels) {
    for (const state of level.states) {
      levelOf.set(state, level);
      const inner = innerOf(state);
      if (inner !== undefined) addTo(entrances, inner, state);
      for (const { to } of state.exits) {
        const next = level.states[to ?? -1];
        if (next !== undefined) addTo(sources, next, state);
      }
    }
  }
  return (state) => {
    const before = new Set<FlowState>();
    const inside = new Set<Level>();
    const addInner = (level: Level | undefined): void => {
      if (level === undefined || inside.has(level)) return;
      inside.add(level);
      for (const each of level.states) {
        before.add(each);
        addInner(innerOf(each));
      }
    };
    // It grows: what is before them is before the state, too.
    const open = new Set([state]);
    for (const at of open) {
      for (const source of sources.get(at) ?? []) {
        before.add(source);
        addInner(innerOf(source));
        open.add(source);
      }
      const level = levelOf.get(at);
      // Its nested workflow is not over.
      for (const entrance of (level && entrances.get(level)) ?? []) {
        before.add(entrance);
        open.add(entrance);
      }
    }
    return before;
  };
}

function addTo<Key>(lists: Map<Key, FlowState[]>, key: Key, state: FlowState): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [state]);
  else list.push(state);
}
