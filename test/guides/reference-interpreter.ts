/**
 * A second, simple and slow implementation of the position in a guide, independent of the product: it walks the
 * document from the start with a multiset of completions, by the current context.
 */
import type { DocumentCondition, DocumentStep, GuideContext, GuideDocument, Plain } from './random-guide.ts';

export interface ReferencePosition {
  /** Steps that can be done now, in the order of the document; empty if the guide is complete. */
  readonly open: readonly string[];
  /** The loops around the first one, the outermost first, with the pass from 1. */
  readonly passes: readonly (readonly [loop: string, pass: number])[];
  /** Skipped steps: the last time, with the pass of the loop around. */
  readonly skipped: readonly (readonly [step: string, pass: number | undefined])[];
  /** Completed more often than they were due so far. */
  readonly early: readonly string[];
}

interface Round {
  readonly loop: DocumentStep;
  readonly pass: number;
  readonly values: Readonly<Record<string, unknown>>;
}

export function interpretGuide(
  { steps }: GuideDocument,
  completed: readonly string[],
  context: GuideContext,
): ReferencePosition {
  const left = new Map<string, number>();
  for (const id of completed) left.set(id, (left.get(id) ?? 0) + 1);
  const skipped = new Map<string, number | undefined>();
  const skip = (id: string, rounds: readonly Round[]): void => {
    skipped.delete(id);
    skipped.set(id, rounds.at(-1)?.pass);
  };
  const isBody = new Set(loopsIn(steps).flatMap(({ body }) => (typeof body === 'string' ? [body] : [])));
  const bodyOf = ({ body }: DocumentStep): readonly DocumentStep[] =>
    typeof body === 'string' ? steps.filter(({ id }) => id === body) : (body ?? []);

  const valueIn = (name: string, rounds: readonly Round[]): unknown => {
    const scope = Object.assign({}, context, ...rounds.map(({ values }) => values));
    return name.split('.').reduce((value, key) => (value as Record<string, unknown>)[key], scope);
  };

  const holds = (condition: DocumentCondition, rounds: readonly Round[]): boolean => {
    if ('and' in condition) return condition.and.every((each) => holds(each, rounds));
    if ('or' in condition) return condition.or.some((each) => holds(each, rounds));
    if ('not' in condition) return !holds(condition.not, rounds);
    const value = valueIn(condition.var, rounds);
    if ('in' in condition) return condition.in.includes(value as Plain);
    if ('gt' in condition) return Number(value) > Number(condition.gt);
    if ('lte' in condition) return Number(value) <= Number(condition.lte);
    if ('equals' in condition) return value === condition.equals;
    return 'not_equals' in condition && value !== condition.not_equals;
  };

  /** Whether the condition differs per pass: then it takes precedence over completions. */
  const isOfPass = (condition: DocumentCondition, rounds: readonly Round[]): boolean => {
    if ('and' in condition) return condition.and.some((each) => isOfPass(each, rounds));
    if ('or' in condition) return condition.or.some((each) => isOfPass(each, rounds));
    if ('not' in condition) return isOfPass(condition.not, rounds);
    return rounds.some(({ values }) => condition.var in values);
  };

  const idsIn = (step: DocumentStep): readonly string[] => {
    if (step.type === 'loop') return bodyOf(step).flatMap(idsIn);
    return step.type === 'parallel' ? sidesOf(step).map(({ id }) => id) : [step.id];
  };
  const isBegun = (step: DocumentStep): boolean => idsIn(step).some((id) => (left.get(id) ?? 0) > 0);

  /** Whether a step with nested steps is entered. */
  const isEntered = (step: DocumentStep, rounds: readonly Round[]): boolean => {
    const { runCondition } = step;
    if (runCondition === undefined || holds(runCondition, rounds)) return true;
    return !isOfPass(runCondition, rounds) && isBegun(step);
  };

  /** Passes the step, or stops at it. */
  const isOpen = (step: DocumentStep, rounds: readonly Round[]): boolean => {
    const { id, runCondition } = step;
    const isDue = runCondition === undefined || holds(runCondition, rounds);
    const count = left.get(id) ?? 0;
    if (count > 0 && (isDue || runCondition === undefined || !isOfPass(runCondition, rounds))) {
      left.set(id, count - 1);
      return false;
    }
    if (!isDue) skip(id, rounds);
    return isDue;
  };

  const goesOn = (step: DocumentStep, round: Round, rounds: readonly Round[]): boolean => {
    const { type, maxIterations, condition, count = 0, items = '' } = step.loop ?? fail();
    if (round.pass > maxIterations) return false;
    if (type === 'forEach') return round.pass <= (valueIn(items, rounds) as readonly unknown[]).length;
    if (type === 'for') {
      return round.pass <= (typeof count === 'number' ? count : Number(valueIn(count, rounds)));
    }
    const asked = condition ?? fail();
    const inside = [...rounds, round];
    if (!isOfPass(asked, inside) && isBegun(step)) return true;
    return holds(asked, inside) === (type === 'while');
  };

  const roundOf = (loop: DocumentStep, pass: number, rounds: readonly Round[]): Round => {
    const { type, items = '', itemVar, iterationVar } = loop.loop ?? fail();
    const item = type === 'forEach' ? (valueIn(items, rounds) as readonly unknown[])[pass - 1] : undefined;
    return {
      loop,
      pass,
      values: {
        currentIteration: pass,
        ...(iterationVar === undefined ? {} : { [iterationVar]: pass }),
        ...(item === undefined
          ? {}
          : { currentItem: item, ...(itemVar === undefined ? {} : { [itemVar]: item }) }),
      },
    };
  };

  const stopsAt = (open: readonly string[], rounds: readonly Round[]): ReferencePosition => ({
    open,
    passes: rounds.map(({ loop, pass }) => [loop.id, pass] as const),
    skipped: [...skipped],
    early: [...left].flatMap(([id, count]) => (count > 0 ? [id] : [])),
  });

  const go = (several: readonly DocumentStep[], rounds: readonly Round[]): ReferencePosition | undefined => {
    for (const step of several) {
      const position = goInto(step, rounds);
      if (position !== undefined) return position;
    }
    return undefined;
  };

  function goInto(step: DocumentStep, rounds: readonly Round[]): ReferencePosition | undefined {
    if (step.type === undefined) return isOpen(step, rounds) ? stopsAt([step.id], rounds) : undefined;
    if (!isEntered(step, rounds)) {
      skip(step.id, rounds);
      return undefined;
    }
    if (step.type === 'parallel') {
      const sides = sidesOf(step);
      const isLast = (id: string): boolean => id.endsWith('.synthesis');
      const open = sides.filter((side) => !isLast(side.id) && isOpen(side, rounds));
      if (open.length > 0)
        return stopsAt(
          open.map(({ id }) => id),
          rounds,
        );
      const last = sides.find(({ id }) => isLast(id));
      return last !== undefined && isOpen(last, rounds) ? stopsAt([last.id], rounds) : undefined;
    }
    for (let pass = 1; ; pass += 1) {
      const round = roundOf(step, pass, rounds);
      if (!goesOn(step, round, rounds)) return undefined;
      const position = go(bodyOf(step), [...rounds, round]);
      if (position !== undefined) return position;
    }
  }

  return (
    go(
      steps.filter(({ id }) => !isBody.has(id)),
      [],
    ) ?? stopsAt([], [])
  );
}

/** The steps of a parallel step. */
function sidesOf({ id, parallelDelegations = [], synthesis }: DocumentStep): readonly DocumentStep[] {
  const sides = parallelDelegations.map(({ runCondition }, at) => ({
    id: `${id}.${at + 1}`,
    title: '',
    ...(runCondition === undefined ? {} : { runCondition }),
  }));
  return synthesis === undefined ? sides : [...sides, { id: `${id}.synthesis`, title: '' }];
}

const loopsIn = (steps: readonly DocumentStep[]): readonly DocumentStep[] =>
  steps.flatMap((step) =>
    step.type !== 'loop' ? [] : [step, ...(typeof step.body === 'string' ? [] : loopsIn(step.body ?? []))],
  );

function fail(): never {
  throw new Error('The document lacks what its kind of loop needs.');
}

/** All steps that can be completed. */
export function completable({ steps }: GuideDocument): readonly string[] {
  const within = (step: DocumentStep): readonly string[] => {
    if (step.type === 'parallel') return sidesOf(step).map(({ id }) => id);
    if (step.type !== 'loop') return [step.id];
    return typeof step.body === 'string' ? [] : (step.body ?? []).flatMap(within);
  };
  return steps.flatMap(within);
}

/** Upper limit of the steps: every loop with its maximum number of passes. */
export function maxSteps(steps: readonly DocumentStep[], document: GuideDocument): number {
  return steps.reduce((sum, step) => {
    if (step.type === 'parallel') return sum + sidesOf(step).length;
    if (step.type !== 'loop') return sum + 1;
    const { body } = step;
    const inner = typeof body === 'string' ? document.steps.filter(({ id }) => id === body) : (body ?? []);
    return sum + (step.loop?.maxIterations ?? 0) * maxSteps(inner, document);
  }, 0);
}
