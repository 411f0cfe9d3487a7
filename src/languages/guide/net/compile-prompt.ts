/** A step that is done by somebody: a gate before it, the offer, and whoever has to agree to what came of it. */
import type { Assign, Expression, Flow, Source, Task } from '../../../kernel/index.ts';
import { passTask } from '../../net-draft.ts';
import { variablesIn } from '../conditions/variables-in.ts';
import type { Condition, Confirmation, Guide, PromptStep } from '../schema.ts';
import { compileItem, compileShow, confirmationItem } from './compile-item.ts';
import { answer, computed, conditionVariables } from './computed.ts';
import { type Around, type Bench, limit, mostVisits } from './compile-scope.ts';
import {
  askOf,
  askPlace,
  confirmedOf,
  confirmOf,
  confirmPlace,
  contextVariable,
  decisionOfLoop,
  doneOf,
  gateOf,
  openPlace,
  outputOf,
  remarkOf,
} from './guide-names.ts';
import type { LoopScope } from './guide-source.ts';
import { loopNames } from './loop-values.ts';

export function compilePrompt(
  bench: Bench,
  around: Around,
  step: PromptStep,
  from: string,
  to: string,
): void {
  const { id } = step;
  const { net, guide } = bench;
  const { loops } = around;
  const visits = visitsOf(step, around);
  const source = bench.sourceOf(step);
  net.variables.push(
    { name: doneOf(id), initial: 0, parameter: 'optional' },
    { name: outputOf(id), initial: null },
    { name: remarkOf(id), initial: '' },
  );
  net.tasks.push(gate(step, around, source, from, to));
  const after = step.confirmation.kind === 'never' ? to : placeAfter(step);
  const functions = [...around.functions, ...step.functions];
  net.tasks.push({
    id,
    from: [openPlace(id)],
    join: 'xor',
    split: 'and',
    flows: [{ to: after }],
    work: {
      kind: 'offer',
      item: compileItem(step, guide),
      input: compileShow(step, functions, loops, guide),
      unfinished: { kind: 'value', value: { output: null } },
    },
    outputs: [
      { to: outputOf(id), value: answer('output', null) },
      { to: contextVariable, value: computed({ do: 'merge' }, [contextVariable, '$output']) },
      ...decisions(step, loops),
    ],
    ...limit(visits),
    source,
  });
  compileConfirmation(bench, around, step, { output: outputOf(id), back: openPlace(id) }, to);
}

/** A step of a loop uses up its completions, one a pass. */
function gate(step: PromptStep, { loops, visits }: Around, source: Source, from: string, to: string): Task {
  const { id, runCondition } = step;
  const condition = runCondition?.condition ?? null;
  const routes = { from: [from], join: 'xor', split: 'xor' } as const;
  const open: Flow = { to: openPlace(id) };
  if (loops.length === 0) {
    const given = computed({ do: 'left', steps: [id] }, [doneOf(id)]);
    const flows: Flow[] = [
      { to, guard: given },
      ...(condition === null
        ? [{ ...open, default: true }]
        : [
            { ...open, guard: holdsIn(condition, loops) },
            { to, default: true },
          ]),
    ];
    return passTask(gateOf(id), source, { ...routes, flows });
  }
  const perPass = differsPerPass(condition, loops);
  const way = computed({ do: 'way', step: id, condition, loops, perPass }, [
    doneOf(id),
    ...(condition === null ? [] : conditionVariables(loops)),
  ]);
  const went = (which: 'given' | 'open'): Expression =>
    computed({ do: 'went', step: id, way: which }, [doneOf(id)]);
  return {
    ...passTask(gateOf(id), source, {
      ...routes,
      flows: [
        { to, guard: went('given') },
        { ...open, guard: went('open') },
        { to, default: true },
      ],
      outputs: [{ to: doneOf(id), value: way }],
    }),
    ...limit(visits),
  };
}

/** Whether a condition looks at variables of loops: then it says something else in each pass. */
export function differsPerPass(condition: Condition | null, loops: readonly LoopScope[]): boolean {
  const names = new Set(loops.flatMap(loopNames));
  return condition !== null && variablesIn(condition).some((name) => names.has(rootOf(name)));
}

const rootOf = (name: string): string => name.split('.')[0] ?? name;

const holdsIn = (condition: Condition, loops: readonly LoopScope[]): Expression =>
  computed({ do: 'holds', condition, loops }, conditionVariables(loops));

/** What a step says about going on is about the loop that it names, or the one around it. */
function decisions({ contract }: PromptStep, loops: readonly LoopScope[]): readonly Assign[] {
  if (contract === null) return [];
  const { loopId } = contract;
  const meant = loops.findLast(({ id, control }) => id === loopId || control === loopId) ?? loops.at(-1);
  if (meant === undefined || meant.control === null) return [];
  const variable = decisionOfLoop(meant.id);
  return [{ to: variable, value: computed({ do: 'decision', before: variable }, ['$output', variable]) }];
}

interface Confirmed {
  readonly id: string;
  readonly title: string;
  readonly confirmation: Confirmation;
  readonly at: Guide['at'];
}

/** A person may say no as often as they like. */
export const visitsOf = ({ confirmation }: Pick<Confirmed, 'confirmation'>, { visits }: Around): number =>
  confirmation.kind === 'never' ? visits : mostVisits;

/** Where a step leads that somebody may have to agree to. */
export const placeAfter = ({ id, confirmation }: Confirmed): string =>
  confirmation.kind === 'when' ? askPlace(id) : confirmPlace(id);

export function compileConfirmation(
  bench: Bench,
  around: Around,
  step: Confirmed,
  done: { readonly output: string | null; readonly back: string },
  to: string,
): void {
  const { id, title, confirmation } = step;
  if (confirmation.kind === 'never') return;
  const { loops } = around;
  const visits = visitsOf(step, around);
  const { net } = bench;
  const source = bench.sourceOf(step);
  if (confirmation.kind === 'when') {
    const flows: Flow[] = [
      { to: confirmPlace(id), guard: holdsIn(confirmation.condition, loops) },
      { to, default: true },
    ];
    net.tasks.push({
      ...passTask(askOf(id), source, { from: [askPlace(id)], join: 'xor', split: 'xor', flows }),
      ...limit(visits),
    });
  }
  net.variables.push({ name: confirmedOf(id), initial: false });
  const shown = { do: 'showConfirmation', step: id, title, output: done.output } as const;
  net.tasks.push({
    id: confirmOf(id),
    from: [confirmPlace(id)],
    join: 'xor',
    split: 'xor',
    flows: [
      {
        to,
        guard: computed({ do: 'is', variable: confirmedOf(id), value: true }, [confirmedOf(id)]),
      },
      { to: done.back, default: true },
    ],
    work: {
      kind: 'offer',
      item: confirmationItem(step),
      input: computed(shown, done.output === null ? [] : [done.output]),
      // Whoever only gets it out of the way has not agreed.
      unfinished: { kind: 'value', value: { confirmed: false } },
    },
    outputs: [
      { to: confirmedOf(id), value: answer('confirmed', false) },
      ...(done.output === null ? [] : [{ to: remarkOf(id), value: computed({ do: 'remark' }, ['$output']) }]),
    ],
    ...limit(visits),
    source,
  });
}
