/** A step that is done by somebody: a gate before it, the offer, and whoever has to agree to what came of it. */
import type { Assign, Expression, Flow, Source, Task } from '../../../kernel/index.ts';
import { passTask } from '../../net-draft.ts';
import { variablesIn } from '../conditions/variables-in.ts';
import type { Condition, Confirmation, Guide, PromptStep } from '../schema.ts';
import { compileItem, compileShow, confirmationItem } from './compile-item.ts';
import { type Around, type Bench, limit, mostVisits } from './compile-scope.ts';
import { answer, computed, conditionVariables, variablesOfLoops } from './computed.ts';
import {
  askOf,
  askPlace,
  confirmedOf,
  confirmOf,
  confirmPlace,
  contextVariable,
  decisionOfLoop,
  doneOf,
  entryPlace,
  gateOf,
  openPlace,
  outputOf,
  remarkOf,
  toldOf,
} from './guide-names.ts';
import type { LoopScope } from './guide-source.ts';
import { loopDecidedBy } from './loop-decided-by.ts';
import { loopNames } from './loop-values.ts';

export function compilePrompt(
  bench: Bench,
  around: Around,
  step: PromptStep,
  from: string,
  to: string,
): void {
  const after = step.confirmation.kind === 'never' ? to : placeAfter(step);
  const inner = { ...around, visits: visitsOf(step, around) };
  [step, ...step.checks].forEach((each, at) => {
    const check = step.checks[at];
    const next = check === undefined ? null : entryPlace(check.id);
    const offered: PromptStep = {
      ...each,
      // A check is done wherever its step was, whatever the condition says by then.
      runCondition: at === 0 ? step.runCondition : null,
      confirmation: step.confirmation,
      checks: step.checks.slice(at),
    };
    const begin = at === 0 ? from : entryPlace(each.id);
    const told = toldBy(step, at === 0);
    compileOffer(bench, inner, offered, told, {
      from: begin,
      given: next ?? to,
      done: next ?? after,
      past: to,
    });
  });
  const checks = step.checks.map(({ id, title }) => ({ title, output: outputOf(id) }));
  const back = openPlace(step.id);
  compileConfirmation(bench, around, step, { output: outputOf(step.id), checks, back }, to);
}

/** Nobody gets past a person by an answer that changes what the condition looks at. */
function toldBy({ id, confirmation }: PromptStep, isFirst: boolean): readonly Assign[] {
  if (confirmation.kind !== 'when') return [];
  const before = isFirst ? null : toldOf(id);
  const reads = ['$input', ...(before === null ? [] : [before])];
  return [{ to: toldOf(id), value: computed({ do: 'told', before }, reads) }];
}

/** Where the gate of a step begins, and where the ways from it lead. */
interface Ways {
  readonly from: string;
  /** Of what was completed before. */
  readonly given: string;
  readonly done: string;
  /** Of what is not to be done. */
  readonly past: string;
}

function compileOffer(
  bench: Bench,
  around: Around,
  step: PromptStep,
  told: readonly Assign[],
  ways: Ways,
): void {
  const { id } = step;
  const { net, guide } = bench;
  const { loops, visits } = around;
  const source = bench.sourceOf(step);
  net.variables.push(
    { name: doneOf(id), initial: 0, parameter: 'optional' },
    { name: outputOf(id), initial: null },
    { name: remarkOf(id), initial: '' },
  );
  net.tasks.push(gate(step, around, source, ways));
  const functions = [...around.functions, ...step.functions];
  net.tasks.push({
    id,
    from: [openPlace(id)],
    join: 'xor',
    split: 'and',
    flows: [{ to: ways.done }],
    work: {
      kind: 'offer',
      item: compileItem(step, guide),
      input: compileShow(step, functions, around, guide),
      unfinished: { kind: 'value', value: { output: null } },
    },
    outputs: [
      { to: outputOf(id), value: collected(id, loops) },
      { to: contextVariable, value: computed({ do: 'merge' }, [contextVariable, '$output']) },
      ...decisions(step, loops),
      ...told,
    ],
    ...limit(visits),
    source,
  });
}

/** Of a step in a loop all passes count. */
function collected(id: string, loops: readonly LoopScope[]): Expression {
  if (loops.length === 0) return answer('output', null);
  const variable = outputOf(id);
  return computed({ do: 'collect', variable, loops }, ['$output', variable, ...variablesOfLoops(loops)]);
}

/** A step of a loop uses up its completions, one a pass. */
function gate(step: PromptStep, { loops, visits }: Around, source: Source, ways: Ways): Task {
  const { id, runCondition } = step;
  const { from, given, past } = ways;
  const condition = runCondition?.condition ?? null;
  const routes = { from: [from], join: 'xor', split: 'xor' } as const;
  const open: Flow = { to: openPlace(id) };
  if (loops.length === 0) {
    const isGiven = computed({ do: 'left', steps: [id] }, [doneOf(id)]);
    const flows: Flow[] = [
      { to: given, guard: isGiven },
      ...(condition === null
        ? [{ ...open, default: true }]
        : [
            { ...open, guard: holdsIn(condition, loops) },
            { to: past, default: true },
          ]),
    ];
    return { ...passTask(gateOf(id), source, { ...routes, flows }), ...limit(visits) };
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
        { to: given, guard: went('given') },
        { ...open, guard: went('open') },
        { to: past, default: true },
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
  const meant = loopDecidedBy(contract, loops);
  if (meant === undefined) return [];
  const variable = decisionOfLoop(meant.id);
  return [{ to: variable, value: computed({ do: 'decision', before: variable }, ['$output', variable]) }];
}

interface Confirmed {
  readonly id: string;
  readonly title: string;
  readonly confirmation: Confirmation;
  readonly at: Guide['at'];
}

/** What there is to agree to, in variables. */
interface Done {
  readonly output: string | null;
  readonly checks: readonly { readonly title: string; readonly output: string }[];
  /** Where a no leads. */
  readonly back: string;
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
  done: Done,
  to: string,
): void {
  const { id, title, confirmation } = step;
  if (confirmation.kind === 'never') return;
  const { loops } = around;
  const visits = visitsOf(step, around);
  const { net } = bench;
  const source = bench.sourceOf(step);
  const told = done.output === null ? null : toldOf(id);
  if (confirmation.kind === 'when') {
    const flows: Flow[] = [
      {
        to: confirmPlace(id),
        guard: computed({ do: 'ask', condition: confirmation.condition, loops, told }, [
          ...conditionVariables(loops),
          ...(told === null ? [] : [told]),
        ]),
      },
      { to, default: true },
    ];
    if (told !== null) net.variables.push({ name: told, initial: false });
    net.tasks.push({
      ...passTask(askOf(id), source, { from: [askPlace(id)], join: 'xor', split: 'xor', flows }),
      ...limit(visits),
    });
  }
  net.variables.push({ name: confirmedOf(id), initial: false });
  if (done.output === null) net.variables.push({ name: remarkOf(id), initial: '' });
  const { output, checks } = done;
  const shown = { do: 'showConfirmation', step: id, title, output, checks, loops } as const;
  const outputs = [...(output === null ? [] : [output]), ...checks.map((check) => check.output)];
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
      input: computed(shown, [...conditionVariables(loops), ...outputs]),
      // Whoever only gets it out of the way has not agreed.
      unfinished: { kind: 'value', value: { confirmed: false } },
    },
    outputs: [
      { to: confirmedOf(id), value: answer('confirmed', false) },
      { to: remarkOf(id), value: computed({ do: 'remark' }, ['$output']) },
    ],
    ...limit(visits),
    source,
  });
}
