/** Writes specifications as XML, valid or not, with an element of a net on each line, so that positions can be checked. */

const plainType = '<namespace>http://www.w3.org/2001/XMLSchema</namespace>';

export interface FlowText {
  readonly predicate?: string;
  readonly ordering?: number;
  readonly isDefault?: boolean;
}

export function flow(to: string, { predicate, ordering, isDefault = false }: FlowText = {}): string {
  const order = ordering === undefined ? '' : ` ordering="${ordering}"`;
  const condition = predicate === undefined ? '' : `<predicate${order}>${predicate}</predicate>`;
  return `<flowsInto><nextElementRef id="${to}"/>${condition}${isDefault ? '<isDefaultFlow/>' : ''}</flowsInto>`;
}

export interface TaskText {
  readonly name?: string;
  readonly join?: string;
  readonly split?: string;
  /** Its decomposition; empty for none. */
  readonly work?: string;
  /** Its cancellation set, mappings and timer. */
  readonly inside?: string;
  /** The elements of multiple instances. */
  readonly multiple?: string;
}

/** @param flows ids of its targets, or flows as text */
export function task(id: string, flows: readonly string[], options: TaskText = {}): string {
  const { name = '', join = 'xor', split = 'and', work = 'Work', inside = '', multiple = '' } = options;
  const type = multiple === '' ? '' : ' xsi:type="MultipleInstanceExternalTaskFactsType"';
  return [
    `<task id="${id}"${type}>`,
    name === '' ? '' : `<name>${name}</name>`,
    ...flows.map((each) => (each.startsWith('<') ? each : flow(each))),
    `<join code="${join}"/><split code="${split}"/>`,
    inside,
    work === '' ? '' : `<decomposesTo id="${work}"/>`,
    multiple,
    '</task>',
  ].join('');
}

export interface MultipleText {
  readonly minimum?: string;
  readonly maximum?: string;
  readonly threshold?: string;
  readonly creation?: string;
  readonly expression?: string;
  readonly splitting?: string;
  readonly formal?: string;
  readonly output?: string;
}

export function multiple(options: MultipleText = {}): string {
  const { minimum = '1', maximum = '3', threshold = '3', creation = 'static', output = '' } = options;
  const { expression = '/N/list', splitting = '/list/*', formal = 'item' } = options;
  return [
    `<minimum>${minimum}</minimum><maximum>${maximum}</maximum><threshold>${threshold}</threshold>`,
    `<creationMode code="${creation}"/>`,
    `<miDataInput><expression query="${expression}"/><splittingExpression query="${splitting}"/>`,
    `<formalInputParam>${formal}</formalInputParam></miDataInput>`,
    output,
  ].join('');
}

export const input = (...flows: readonly string[]): string => condition('i', flows, 'inputCondition');
export const output = '<outputCondition id="o"/>';

export function condition(id: string, flows: readonly string[], element = 'condition'): string {
  const into = flows.map((each) => (each.startsWith('<') ? each : flow(each)));
  return `<${element} id="${id}">${into.join('')}</${element}>`;
}

export interface NetText {
  readonly isRoot?: boolean;
  /** Parameters and local variables. */
  readonly variables?: readonly string[];
}

export function net(id: string, elements: readonly string[], options: NetText = {}): string {
  const { isRoot = id === 'N', variables = [] } = options;
  return [
    `<decomposition id="${id}"${isRoot ? ' isRootNet="true"' : ''} xsi:type="NetFactsType">`,
    ...variables,
    '<processControlElements>',
    ...elements,
    '</processControlElements>',
    '</decomposition>',
  ].join('\n');
}

/** A decomposition of atomic tasks. */
export function gateway(id: string, ...inside: readonly string[]): string {
  const opening = `<decomposition id="${id}" xsi:type="WebServiceGatewayFactsType">`;
  return [opening, ...inside, '</decomposition>'].join('\n');
}

export interface VariableText {
  readonly type?: string;
  /** It is of the schema of the specification. */
  readonly isOwn?: boolean;
  readonly initial?: string;
  readonly isMandatory?: boolean;
}

export function variable(
  element: 'inputParam' | 'outputParam' | 'enablementParam' | 'localVariable',
  name: string,
  { type = 'string', isOwn = false, initial, isMandatory = false }: VariableText = {},
): string {
  const value = element === 'outputParam' ? 'defaultValue' : 'initialValue';
  return [
    `<${element}><index>0</index><name>${name}</name><type>${type}</type>${isOwn ? '' : plainType}`,
    initial === undefined ? '' : `<${value}>${initial}</${value}>`,
    isMandatory ? '<mandatory/>' : '',
    `</${element}>`,
  ].join('');
}

export function mappings(
  element: 'startingMappings' | 'completedMappings' | 'enablementMappings',
  queries: Readonly<Record<string, string>>,
): string {
  const all = Object.entries(queries).map(
    ([to, query]) => `<mapping><expression query="${query}"/><mapsTo>${to}</mapsTo></mapping>`,
  );
  return `<${element}>${all.join('')}</${element}>`;
}

/** With the decomposition `Work`, unless another is passed. */
export function specification(parts: readonly string[], { schema = '' } = {}): string {
  const work = parts.some((part) => part.startsWith('<decomposition id="Work"')) ? [] : [gateway('Work')];
  return `<?xml version="1.0" encoding="UTF-8"?>
<specificationSet xmlns="http://www.yawlfoundation.org/yawlschema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" version="4.0">
<specification uri="Sample">
<metaData/>
<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema">${schema}</xs:schema>
${[...parts, ...work].join('\n')}
</specification>
</specificationSet>
`;
}
