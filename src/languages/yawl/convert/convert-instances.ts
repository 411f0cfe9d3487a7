/**
 * Converts a multiple-instance task into a `foreach` over the elements of one variable. The results are collected in
 * another.
 */
import type { Json } from '../../../kernel/index.ts';
import type { Shape } from '../../xsd/shape.ts';
import { parseBound } from '../model/parse-bound.ts';
import type { YawlDecomposition, YawlMultiple, YawlTask, YawlVariable } from '../model/schema.ts';
import { type ConvertedWork, convertWork, taskInputsOf } from './convert-work.ts';
import type { WorkflowDraft } from './draft.ts';
import { childShapesOf, graphTypeOf } from './graph-type-name.ts';
import { createNameAllocator } from './name-allocator.ts';
import { type NetConversionContext, outputScope } from './net-conversion-context.ts';
import { shapeOrUntyped } from './net-variables.ts';
import type { Inputs } from './omitted-output.ts';
import { type MappedValue, readMapping } from './read-mapping.ts';
import { readQuery } from './read-query.ts';
import { templateOf } from './template.ts';
import type { QueryScope } from './term.ts';

export interface ConvertedInstances extends ConvertedWork {
  /** The workflow of one instance, if it needs more than a node. */
  readonly workflow: WorkflowDraft | null;
  /** The value of the variable at the end; `null` if nothing is collected. */
  readonly given: MappedValue | null;
}

const name = '[A-Za-z_][\\w.-]*';
/** `/list/*`, `/list/item`, or the same inside `for $x in … return $x` or `return <y>{$x/text()}</y>`. */
const eachOf = new RegExp(`^/(${name})/(\\*|${name})$`);
const loop = new RegExp(`^for\\s+\\$(${name})\\s+in\\s+(/\\S+)\\s+return\\s+(.+)$`, 's');
const wrapped = (variable: string) =>
  new RegExp(`^<(${name})>\\s*\\{\\s*\\$${variable}/(?:text\\(\\)|\\*)\\s*\\}\\s*</\\1>$`);

/** @returns the path that a query iterates over; `undefined` if it does more than return each element */
function listPath(query: string): { readonly root: string; readonly child: string } | undefined {
  const trimmed = query.trim();
  const [, variable = '', path = '', made = ''] = loop.exec(trimmed) ?? [];
  const plain = variable === '' || made.trim() === `$${variable}` || wrapped(variable).test(made.trim());
  if (!plain) return undefined;
  const [, root, child] = eachOf.exec(variable === '' ? trimmed : path) ?? [];
  return root === undefined || child === undefined ? undefined : { root, child };
}

/** The only child of a type, if it can occur more than once. */
function repeated(shape: Shape): { readonly name: string; readonly shape: Shape } | undefined {
  const [[child, inner] = [], ...others] = [...childShapesOf(shape)];
  return child === undefined || inner === undefined || others.length > 0 || !inner.many
    ? undefined
    : { name: child, shape: inner.shape };
}

export function convertInstances(
  context: NetConversionContext,
  task: YawlTask,
  multiple: YawlMultiple,
  decomposition: YawlDecomposition,
): ConvertedInstances {
  const problems: string[] = [...boundProblems(multiple)];
  const scope = context.dataAt(task.id, 'before');
  const items = itemsOf(multiple, scope, decomposition, problems);
  const target = multiple.output === null ? undefined : variableOf(context, multiple.output.variable.name);
  const joined = target === undefined ? undefined : joinedOf(multiple, target, decomposition, problems);
  const comments =
    problems.length === 0
      ? []
      : [
          context.gaps.add(multiple.at, {
            rule: 'multiple-instances',
            message: `The instances of “${task.id}” cannot be converted: ${problems.join('; ')}.`,
            byHand: 'Write a foreach over a list.',
          }),
        ];
  const node = context.nodeOf(task.id);
  const formal = multiple.input?.formal.name ?? '';
  const shared = taskInputsOf(context, task, decomposition, scope);
  const maximum = parseBound(multiple.maximum.text);
  const step = stepOf(context, task, decomposition, {
    formal,
    item: items?.shape,
    shared: shared.inputs,
    joined,
  });
  const min = parseBound(multiple.minimum.text) ?? 0;
  const bounds = min > 0 ? [`YAWL refuses fewer than ${min} instances`] : [];
  return {
    workflow: step.workflow,
    given:
      target === undefined || joined === undefined
        ? null
        : { kind: 'record', fields: [[joined.child, { kind: 'expression', text: `$${node}` }]] },
    comments: [...comments, ...shared.comments, ...bounds, ...step.comments],
    body: {
      type: 'foreach',
      items: items?.text ?? '[]',
      as: step.as,
      step: step.body,
      ...(maximum === null
        ? {}
        : { concurrency: Math.max(1, maximum), max_iterations: Math.max(1, maximum) }),
    },
  };
}

function boundProblems({ creation, maximum, threshold }: YawlMultiple): readonly string[] {
  const [max, enough] = [parseBound(maximum.text), parseBound(threshold.text)];
  return [
    ...(creation === 'dynamic' ? ['instances can be added'] : []),
    ...(max === null ? ['the maximum is computed'] : []),
    ...(enough === null || (max !== null && enough < max) ? ['a threshold ends it early'] : []),
  ];
}

interface Items {
  readonly text: string;
  readonly shape: Shape;
}

function itemsOf(
  { input }: YawlMultiple,
  scope: QueryScope,
  decomposition: YawlDecomposition,
  problems: string[],
): Items | undefined {
  const refuse = (why: string): undefined => {
    problems.push(why);
    return undefined;
  };
  if (input === null) return refuse('the list of the instances is unknown');
  const whole = readQuery(input.expression.text, scope);
  if (typeof whole === 'string') return refuse(`its list: ${whole}`);
  if (whole.kind !== 'node' || whole.part !== 'element') return refuse('its list is not a variable');
  const path = listPath(input.splitting.text);
  const inner = repeated(whole.shape);
  const isWhole = path !== undefined && (path.child === '*' || path.child === inner?.name);
  if (inner === undefined || !isWhole) return refuse('the splitting query is more than a list of elements');
  const formal = decomposition.inputs.find(({ name: each }) => each === input.formal.name);
  if (formal === undefined || graphTypeOf(shapeOrUntyped(formal)) !== graphTypeOf(inner.shape)) {
    return refuse('the parameter of an instance and the elements of the list have different types');
  }
  const list = `${whole.text}.${inner.name}`;
  return { text: whole.nullable ? `default(${list}, [])` : list, shape: inner.shape };
}

interface Joined {
  /** The part of the variable that holds the list. */
  readonly child: string;
  /** What an instance adds, in terms of its output. */
  readonly given: (node: string, inputs: Inputs) => MappedValue | string;
}

function joinedOf(
  { output }: YawlMultiple,
  target: YawlVariable,
  decomposition: YawlDecomposition,
  problems: string[],
): Joined | undefined {
  if (output === null) return undefined;
  const inner = repeated(shapeOrUntyped(target));
  const inside = new RegExp(`^<(${name})>\\s*\\{([\\s\\S]*)\\}\\s*</\\1>$`).exec(
    output.joining.text.trim(),
  )?.[2];
  const path = listPath((inside ?? output.joining.text).trim());
  if (inner === undefined || path === undefined || path.root !== decomposition.dataRoot) {
    problems.push('the joining query is more than a list of elements');
    return undefined;
  }
  const given = (node: string, inputs: Inputs) =>
    readMapping(output.formal.text, outputScope(node, decomposition, undefined, inputs), inner.shape);
  const tried = given('x', new Map());
  if (typeof tried === 'string') {
    problems.push(`the result of an instance: ${tried}`);
    return undefined;
  }
  return { child: inner.name, given };
}

const variableOf = ({ net }: NetConversionContext, wanted: string): YawlVariable | undefined =>
  [...net.locals, ...net.inputs, ...net.outputs].find((each) => each.name === wanted);

interface StepPlan {
  readonly formal: string;
  readonly item: Shape | undefined;
  readonly shared: ReadonlyMap<string, MappedValue>;
  readonly joined: Joined | undefined;
}

interface Step {
  readonly body: { readonly [key: string]: Json };
  readonly as: string;
  readonly comments: readonly string[];
  readonly workflow: WorkflowDraft | null;
}

/** The result of an instance is one field of its answer, so the step is a workflow that returns it. */
function stepOf(
  context: NetConversionContext,
  task: YawlTask,
  decomposition: YawlDecomposition,
  plan: StepPlan,
): Step {
  const { formal, item, shared, joined } = plan;
  const as = context.nodes.allocate(formal);
  if (joined === undefined) {
    const inputs = new Map([...shared, [formal, { kind: 'expression', text: `$${as}` } as const]]);
    const { body, comments } = convertWork(context, task, decomposition, inputs);
    return { as, body, comments, workflow: null };
  }
  const inner = createNameAllocator();
  const params = [...shared.keys(), formal].map((each) => [each, inner.allocate(each)] as const);
  const asParams = new Map(
    params.map(([each, param]) => [each, { kind: 'expression', text: `$${param}` } as const]),
  );
  const node = inner.allocate(context.nodeOf(task.id));
  const { body, comments } = convertWork(context, task, decomposition, asParams);
  const given = joined.given(node, asParams);
  const workflow = context.names.allocate(
    `${context.workflows.get(context.net.id) ?? ''}_${context.nodeOf(task.id)}`,
  );
  const kindOf = (each: string) => {
    const parameter = decomposition.inputs.find((input) => input.name === each);
    return graphTypeOf(
      each === formal && item !== undefined ? item : shapeOrUntyped(parameter ?? { shape: null }),
    );
  };
  return {
    as,
    comments: [],
    body: {
      workflow,
      args: Object.fromEntries(
        params.map(([each, param]): [string, Json] => [
          param,
          each === formal ? `$${as}` : templateOf(shared.get(each) ?? { kind: 'constant', value: null }),
        ]),
      ),
    },
    workflow: {
      name: workflow,
      comments: [`One instance of “${task.id}” of the net “${context.net.id}”`, ...comments],
      description: '',
      params: params.map(([each, param]) => ({ name: param, comments: [], body: { type: kindOf(each) } })),
      nodes: [{ name: node, comments: [], body }],
      result: typeof given === 'string' ? null : templateOf(given),
    },
  };
}
