/** Writes specifications of YAWL 4.0 from a short notation, for tests of behaviour. */

export interface SpecificationPlan {
  readonly uri?: string;
  readonly version?: string;
  /** The content of `xs:schema`. */
  readonly types?: string;
  /** The first is the root. */
  readonly nets: readonly NetPlan[];
  /** What atomic tasks do; one that is not listed has neither inputs nor outputs. */
  readonly work?: { readonly [id: string]: WorkPlan };
}

export interface NetPlan {
  readonly id: string;
  /** Types by name. */
  readonly inputs?: Variables;
  readonly outputs?: Variables;
  readonly locals?: Variables;
  /** The targets of the input condition. */
  readonly begin: readonly string[];
  readonly conditions?: { readonly [id: string]: readonly string[] };
  readonly tasks: { readonly [id: string]: TaskPlan };
}

/** `type`, or `type = initial value` (for locals and inputs), or `type!` for a mandatory one. */
type Variables = { readonly [name: string]: string };

export interface WorkPlan {
  readonly inputs?: Variables;
  readonly outputs?: Variables;
  /** Further elements: a service, a codelet, the interaction. */
  readonly more?: string;
}

export interface TaskPlan {
  /** The target: an element, or one with the content of its flow. `o` is the output condition. */
  readonly to: readonly (string | FlowPlan)[];
  readonly join?: 'and' | 'xor' | 'or';
  readonly split?: 'and' | 'xor' | 'or';
  /** The decomposition; default: its own id. `null` for an empty task. */
  readonly does?: string | null;
  readonly removes?: readonly string[];
  readonly removesFlows?: readonly (readonly [string, string])[];
  /** Queries by parameter. */
  readonly starting?: Mappings;
  /** Variable by query. */
  readonly completed?: Mappings;
  readonly timer?: string;
  readonly resourcing?: string;
  /** Address of a custom form. */
  readonly form?: string;
  readonly multiple?: MultiplePlan;
}

type Mappings = { readonly [name: string]: string };

export interface FlowPlan {
  readonly to: string;
  readonly when?: string;
  readonly order?: number;
  readonly otherwise?: boolean;
}

export interface MultiplePlan {
  readonly min?: number | string;
  readonly max?: number | string;
  readonly threshold?: number | string;
  readonly dynamic?: boolean;
  readonly from: string;
  readonly split: string;
  readonly formal: string;
  readonly output?: { readonly each: string; readonly join: string; readonly to: string };
}

export function specificationText({
  uri = 'Test',
  version = '0.1',
  types,
  nets,
  work = {},
}: SpecificationPlan): string {
  const done = new Map(Object.entries(work));
  const netIds = new Set(nets.map(({ id }) => id));
  for (const net of nets) {
    for (const [id, task] of Object.entries(net.tasks)) {
      const does = task.does === undefined ? id : task.does;
      if (does !== null && !netIds.has(does) && !done.has(does)) done.set(does, {});
    }
  }
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<specificationSet xmlns="http://www.yawlfoundation.org/yawlschema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" version="4.0">',
    `<specification uri="${uri}">`,
    `<metaData><version>${version}</version></metaData>`,
    types === undefined ? '' : `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema">${types}</xs:schema>`,
    ...nets.map((net, at) => netText(net, at === 0)),
    ...[...done].map(([id, plan]) => workText(id, plan)),
    '</specification>',
    '</specificationSet>',
  ]
    .filter((line) => line !== '')
    .join('\n');
}

function netText(net: NetPlan, isRoot: boolean): string {
  return [
    `<decomposition id="${net.id}" ${isRoot ? 'isRootNet="true" ' : ''}xsi:type="NetFactsType">`,
    ...variables('inputParam', net.inputs, 'initialValue'),
    ...variables('outputParam', net.outputs, 'defaultValue'),
    ...variables('localVariable', net.locals, 'initialValue'),
    '<processControlElements>',
    `<inputCondition id="i">${net.begin.map((to) => flowText(to)).join('')}</inputCondition>`,
    ...Object.entries(net.conditions ?? {}).map(
      ([id, to]) => `<condition id="${id}">${to.map((each) => flowText(each)).join('')}</condition>`,
    ),
    ...Object.entries(net.tasks).map(([id, task]) => taskText(id, task)),
    '<outputCondition id="o"/>',
    '</processControlElements>',
    '</decomposition>',
  ].join('\n');
}

function workText(id: string, { inputs, outputs, more = '' }: WorkPlan): string {
  return [
    `<decomposition id="${id}" xsi:type="WebServiceGatewayFactsType">`,
    ...variables('inputParam', inputs, 'initialValue'),
    ...variables('outputParam', outputs, 'defaultValue'),
    more,
    '</decomposition>',
  ]
    .filter((line) => line !== '')
    .join('\n');
}

const builtIn = /^[a-z]/;

function variables(element: string, all: Variables | undefined, initial: string): string[] {
  return Object.entries(all ?? {}).map(([name, written], at) => {
    const [type = '', ...value] = written.split('=');
    const isMandatory = type.trim().endsWith('!');
    const bare = type.trim().replace(/!$/, '');
    const namespace = builtIn.test(bare) ? '<namespace>http://www.w3.org/2001/XMLSchema</namespace>' : '';
    const start = value.length === 0 ? '' : `<${initial}>${value.join('=').trim()}</${initial}>`;
    const mandatory = isMandatory ? '<mandatory/>' : '';
    return `<${element}><index>${at}</index><name>${name}</name><type>${bare}</type>${namespace}${start}${mandatory}</${element}>`;
  });
}

function flowText(to: string | FlowPlan): string {
  const { to: next, when, order, otherwise } = typeof to === 'string' ? { to } : to;
  const ordering = order === undefined ? '' : ` ordering="${order}"`;
  const predicate = when === undefined ? '' : `<predicate${ordering}>${escaped(when)}</predicate>`;
  return `<flowsInto><nextElementRef id="${next}"/>${predicate}${otherwise === true ? '<isDefaultFlow/>' : ''}</flowsInto>`;
}

function taskText(id: string, task: TaskPlan): string {
  const { multiple, does = id } = task;
  return [
    `<task id="${id}"${multiple === undefined ? '' : ' xsi:type="MultipleInstanceExternalTaskFactsType"'}>`,
    ...task.to.map(flowText),
    `<join code="${task.join ?? 'xor'}"/><split code="${task.split ?? 'and'}"/>`,
    ...(task.removes ?? []).map((each) => `<removesTokens id="${each}"/>`),
    ...(task.removesFlows ?? []).map(
      ([from, to]) =>
        `<removesTokensFromFlow><flowSource id="${from}"/><flowDestination id="${to}"/></removesTokensFromFlow>`,
    ),
    mappings('startingMappings', task.starting),
    mappings('completedMappings', task.completed),
    task.timer === undefined ? '' : `<timer>${task.timer}</timer>`,
    task.resourcing === undefined ? '' : `<resourcing>${task.resourcing}</resourcing>`,
    task.form === undefined ? '' : `<customForm>${task.form}</customForm>`,
    does === null ? '' : `<decomposesTo id="${does}"/>`,
    multiple === undefined ? '' : multipleText(multiple),
    '</task>',
  ]
    .filter((line) => line !== '')
    .join('\n');
}

function mappings(element: string, all: Mappings | undefined): string {
  if (all === undefined) return '';
  const each = Object.entries(all).map(
    ([to, query]) => `<mapping><expression query="${escaped(query)}"/><mapsTo>${to}</mapsTo></mapping>`,
  );
  return `<${element}>${each.join('')}</${element}>`;
}

function multipleText(plan: MultiplePlan): string {
  const { min = 1, max = 100, threshold = 100, dynamic = false, from, split, formal, output } = plan;
  const given = `<miDataInput><expression query="${escaped(from)}"/><splittingExpression query="${escaped(split)}"/><formalInputParam>${formal}</formalInputParam></miDataInput>`;
  const taken =
    output === undefined
      ? ''
      : `<miDataOutput><formalOutputExpression query="${escaped(output.each)}"/><outputJoiningExpression query="${escaped(output.join)}"/><resultAppliedToLocalVariable>${output.to}</resultAppliedToLocalVariable></miDataOutput>`;
  return `<minimum>${escaped(String(min))}</minimum><maximum>${escaped(String(max))}</maximum><threshold>${escaped(String(threshold))}</threshold><creationMode code="${dynamic ? 'dynamic' : 'static'}"/>${given}${taken}`;
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
