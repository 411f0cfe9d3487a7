/** Evaluates the expressions of guide programs: routes past steps, passes of loops, what steps show. */
import type { Json } from '../../../expression/index.ts';
import type { Compiled, Evaluator, Scope } from '../../../kernel/index.ts';
import { toConditionTree } from '../conditions/condition-tree.ts';
import { conditionTreeHolds, holdsOrUnknown } from '../conditions/holds.ts';
import { createLookUp } from '../conditions/look-up.ts';
import type { GuideContext, LookUp } from '../model/guide-context.ts';
import type { Condition } from '../model/schema.ts';
import { loopDecisionOf } from '../validation/loop-decision.ts';
import { checkLoopInput } from './check-loop-input.ts';
import { collectOutput } from './collect-output.ts';
import { createTemplateFiller } from './create-template-filler.ts';
import {
  contextVariable,
  countVariable,
  decisionVariable,
  doneVariable,
  itemsVariable,
  passVariable,
} from './guide-names.ts';
import type { GateDecision, GuideSource, LoopScope } from './guide-source.ts';
import { formatPasses, type LoopState, loopValues, viewOfLoop } from './loop-values.ts';
import { showStep } from './show-step.ts';

type Resolve = (name: string) => number | undefined;
type ReadVariable = (scope: Scope) => Json | undefined;

export const guideEvaluator: Evaluator = {
  compile: (source, resolve) => compileSource(source as unknown as GuideSource, resolve),
};

function compileSource(source: GuideSource, resolve: Resolve): Compiled {
  switch (source.do) {
    case 'way':
      return compileGateDecision(source, resolve);
    case 'went': {
      const done = reader(resolve, doneVariable(source.step));
      return (scope) => objectOf(done(scope))['way'] === source.way;
    }
    case 'left':
      return compileHasCompletions(source.steps, resolve);
    case 'is': {
      const value = reader(resolve, source.variable);
      return (scope) => value(scope) === source.value;
    }
    case 'more': {
      const value = reader(resolve, source.variable);
      return (scope) => numberOf(value(scope)) + 1;
    }
    case 'enter': {
      const test = compileTest(source.condition, source.loops, resolve);
      const isLeft = compileHasCompletions(source.steps, resolve);
      return (scope) => isLeft(scope) || test(scope);
    }
    case 'list':
    case 'count': {
      const lookUp = compileLookUp(source.loops, resolve);
      return (scope) => {
        const values = lookUp(scope);
        const shortage = checkLoopInput(source.need, values);
        if (shortage !== null) throw new Error(shortage.message);
        return values(source.need.variable) ?? null;
      };
    }
    case 'goOn':
      return compileContinue(source, resolve);
    case 'holds':
      return compileTest(source.condition, source.loops, resolve);
    case 'merge': {
      const [context, answer] = [contextReader(resolve), reader(resolve, '$output')];
      return (scope) => ({ ...context(scope), ...objectOf(objectOf(answer(scope))['context']) });
    }
    case 'answer': {
      const answer = reader(resolve, '$output');
      return (scope) => {
        const given = objectOf(answer(scope));
        return (Object.hasOwn(given, source.field) ? given[source.field] : null) ?? source.otherwise;
      };
    }
    case 'ask': {
      const lookUp = compileLookUp(source.loops, resolve);
      const told = source.told === null ? () => false : reader(resolve, source.told);
      return (scope) => told(scope) === true || holdsOrUnknown(source.condition, lookUp(scope));
    }
    case 'told': {
      const [shown, before] = [
        reader(resolve, '$input'),
        source.before === null ? () => false : reader(resolve, source.before),
      ];
      return (scope) => {
        const { requireConfirmation } = objectOf(objectOf(shown(scope))['step']);
        return requireConfirmation === true || before(scope) === true;
      };
    }
    case 'collect': {
      const [answer, before] = [reader(resolve, '$output'), reader(resolve, source.variable)];
      const states = compileStates(source.loops, resolve);
      return (scope) =>
        collectOutput(
          objectOf(before(scope)),
          formatPasses(states(scope)),
          objectOf(answer(scope))['output'] ?? null,
        );
    }
    case 'remark': {
      const answer = reader(resolve, '$output');
      return (scope) => {
        const { confirmed, remark } = objectOf(answer(scope));
        return confirmed === true ? '' : remark || 'No reason was given.';
      };
    }
    case 'decision': {
      const [answer, before] = [reader(resolve, '$output'), reader(resolve, source.before)];
      return (scope) => loopDecisionOf(objectOf(answer(scope))['output'] ?? null) ?? before(scope) ?? null;
    }
    case 'show': {
      const { step } = source;
      const [context, states] = [contextReader(resolve), compileStates(source.loops, resolve)];
      const remarks = source.remarks.map((name) => reader(resolve, name));
      return (scope) => {
        const said = remarks.map((remark) => textOf(remark(scope))).filter((text) => text !== '');
        const shown = showStep(step, context(scope), states(scope), said.join(' '), scope.effort);
        // Plain data, written as such.
        return shown as unknown as Json;
      };
    }
    case 'showConfirmation':
      return compileConfirmationView(source, resolve);
    default:
      throw new Error('Unknown guide expression.');
  }
}

function compileConfirmationView(
  { step, title, output, checks, loops }: GuideSource & { do: 'showConfirmation' },
  resolve: Resolve,
): Compiled {
  const [lookUp, states] = [compileLookUp(loops, resolve), compileStates(loops, resolve)];
  const given = output === null ? () => undefined : reader(resolve, output);
  const found = checks.map((check) => ({ ...check, given: reader(resolve, check.output) }));
  return (scope) => {
    const { fill } = createTemplateFiller(lookUp(scope));
    const name = fill(title);
    const inThisPass = (all: Json | undefined): Json =>
      (loops.length === 0 ? all : objectOf(all)[formatPasses(states(scope))]) ?? null;
    return {
      message: `“${name}” is reported as done. Do you agree? If you say no, the step is done again, with your remark.`,
      step: { id: step, title: name },
      output: inThisPass(given(scope)),
      checks: found.map((check) => ({ title: fill(check.title), output: inThisPass(check.given(scope)) })),
      loops: states(scope).map((state) => ({ ...viewOfLoop(state) })),
    };
  };
}

function compileGateDecision(
  { step, condition, loops, perPass }: GuideSource & { do: 'way' },
  resolve: Resolve,
): Compiled {
  const done = reader(resolve, doneVariable(step));
  const test = condition === null ? () => true : compileTest(condition, loops, resolve);
  return (scope) => {
    const left = completionsLeft(done(scope));
    const way = decideGate(left > 0, perPass, () => test(scope));
    return { way, left: way === 'given' ? left - 1 : left } satisfies GateDecision;
  };
}

function decideGate(isDone: boolean, perPass: boolean, test: () => boolean): GateDecision['way'] {
  if (isDone && !perPass) return 'given';
  if (!test()) return 'skipped';
  return isDone ? 'given' : 'open';
}

function compileContinue(
  { loop, until, condition, loops, most, steps }: GuideSource & { do: 'goOn' },
  resolve: Resolve,
): Compiled {
  const pass = reader(resolve, passVariable(loop.id));
  const isLeft = compileHasCompletions(steps, resolve);
  const total = loop.over === 'condition' ? null : totalOf(loop, resolve);
  const isStopped = loop.control === null ? null : compileStop(loop, loops, resolve);
  const test = condition === null ? null : compileTest(condition, loops, resolve);
  return (scope) => {
    const at = numberOf(pass(scope));
    if (at > most) return false;
    if (total !== null) return at <= (total(scope) ?? 0);
    if (isLeft(scope)) return true;
    // Before the first pass no step can have decided.
    if (isStopped !== null) return at === 1 || !isStopped(scope);
    return test !== null && test(scope) !== until;
  };
}

/** The last decision of a step in this run counts; default: the context variable with the name of the loop. */
function compileStop(
  loop: LoopScope,
  loops: readonly LoopScope[],
  resolve: Resolve,
): (scope: Scope) => boolean {
  const decision = reader(resolve, decisionVariable(loop.id));
  const lookUp = compileLookUp(loops, resolve);
  return (scope) => {
    const values = lookUp(scope);
    const said = decision(scope) ?? values(loop.control ?? '') ?? values(loop.id);
    return said === 'stop';
  };
}

function totalOf(loop: LoopScope, resolve: Resolve): (scope: Scope) => number | null {
  if (loop.over === 'list') {
    const items = reader(resolve, itemsVariable(loop.id));
    return (scope) => listOf(items(scope))?.length ?? null;
  }
  const count = reader(resolve, countVariable(loop.id));
  return (scope) => numberOf(count(scope));
}

/** Whether a step was completed more often than it was passed. */
function compileHasCompletions(steps: readonly string[], resolve: Resolve): (scope: Scope) => boolean {
  const counts = steps.map((step) => reader(resolve, doneVariable(step)));
  return (scope) => counts.some((count) => completionsLeft(count(scope)) > 0);
}

function compileTest(
  condition: Condition,
  loops: readonly LoopScope[],
  resolve: Resolve,
): (scope: Scope) => boolean {
  const lookUp = compileLookUp(loops, resolve);
  const formula = toConditionTree(condition);
  return (scope) => conditionTreeHolds(formula, lookUp(scope));
}

function compileLookUp(loops: readonly LoopScope[], resolve: Resolve): (scope: Scope) => LookUp {
  const [context, states] = [contextReader(resolve), compileStates(loops, resolve)];
  if (loops.length === 0) return (scope) => createLookUp(context(scope), {}, scope.effort);
  return (scope) => {
    const values = context(scope);
    return createLookUp(values, loopValues(states(scope), values), scope.effort);
  };
}

function compileStates(
  loops: readonly LoopScope[],
  resolve: Resolve,
): (scope: Scope) => readonly LoopState[] {
  const readers = loops.map((loop) => ({
    loop,
    pass: reader(resolve, passVariable(loop.id)),
    items: loop.over === 'list' ? reader(resolve, itemsVariable(loop.id)) : () => undefined,
    total: loop.over === 'condition' ? () => null : totalOf(loop, resolve),
  }));
  return (scope) =>
    readers.map(({ loop, pass, items, total }) => ({
      scope: loop,
      pass: numberOf(pass(scope)),
      items: listOf(items(scope)),
      total: total(scope),
    }));
}

function contextReader(resolve: Resolve): (scope: Scope) => GuideContext {
  const read = reader(resolve, contextVariable);
  return (scope) => objectOf(read(scope));
}

function reader(resolve: Resolve, name: string): ReadVariable {
  const reference = resolve(name);
  if (reference === undefined) throw new Error(`Variable “${name}” does not exist.`);
  return (scope) => scope.get(reference);
}

const textOf = (value: Json | undefined): string => (typeof value === 'string' ? value : '');

const numberOf = (value: Json | undefined): number => (typeof value === 'number' ? value : 0);

/** Completions of a step that are not used yet. */
export const completionsLeft = (done: Json | undefined): number =>
  numberOf(typeof done === 'object' ? objectOf(done)['left'] : done);

const listOf = (value: Json | undefined): readonly Json[] | null => (Array.isArray(value) ? value : null);

function objectOf(value: Json | undefined): GuideContext {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  return isObject ? (value as GuideContext) : {};
}
