/** The parameters of a run, from values or from texts that a person typed. Everything that does not fit, at once. */
import { describeType, findNearest, isDate, type Json } from '../expression/index.ts';
import {
  convert,
  exampleOfType,
  isOfType,
  type Parameter,
  parseDocument,
  toJson,
} from '../languages/index.ts';

export interface GivenParameters {
  readonly values: { readonly [name: string]: Json };
  /** As they were typed: what they mean is told by the parameter's type. */
  readonly texts: { readonly [name: string]: string };
}

export type FittedParameters =
  | { readonly kind: 'fitted'; readonly params: { readonly [name: string]: Json } }
  | { readonly kind: 'misfits'; readonly problems: readonly string[] };

export function fitParameters(parameters: readonly Parameter[], given: GivenParameters): FittedParameters {
  const names = new Set([...Object.keys(given.values), ...Object.keys(given.texts)]);
  const problems: string[] = [];
  const params: [string, Json][] = [];
  for (const name of names) {
    const parameter = parameters.find((each) => each.name === name);
    if (parameter === undefined) {
      problems.push(unknownParameter(parameters, name));
      continue;
    }
    const text = Object.hasOwn(given.texts, name) ? given.texts[name] : undefined;
    const value = text === undefined ? given.values[name] : readTyped(parameter, text);
    if (value !== undefined && isOfType(value, parameter.type)) params.push([name, value]);
    else
      problems.push(
        `“${name}” (${parameter.typeName}) is ${describeParameter(parameter)}; this is ${JSON.stringify(text ?? value)}.`,
      );
  }
  for (const parameter of missingParameters(parameters, names)) {
    problems.push(`“${parameter.name}” (${parameter.typeName}) is missing: ${describeParameter(parameter)}.`);
  }
  return problems.length > 0
    ? { kind: 'misfits', problems }
    : { kind: 'fitted', params: Object.fromEntries(params) };
}

export function missingParameters(
  parameters: readonly Parameter[],
  given: ReadonlySet<string>,
): readonly Parameter[] {
  return parameters.filter((each) => each.required && each.default === undefined && !given.has(each.name));
}

/** `a date, such as 2026-01-15`. */
export function describeParameter(parameter: Parameter): string {
  const example = exampleOf(parameter);
  const shown = typeof example === 'string' ? example : JSON.stringify(example);
  return `${describeType(parameter.type)}, such as ${shown}`;
}

export function exampleOf({ name, type, example, default: initial }: Parameter): Json {
  return example ?? initial ?? exampleOfType(name, type);
}

function unknownParameter(parameters: readonly Parameter[], name: string): string {
  const names = parameters.map((each) => each.name);
  const nearest = findNearest(name, names);
  if (nearest !== undefined) return `There is no parameter “${name}”. Did you mean “${nearest}”?`;
  const listed = names.length === 0 ? 'The workflow has none.' : `There are: ${names.join(', ')}.`;
  return `There is no parameter “${name}”. ${listed}`;
}

/** What a typed text means; undefined where it means nothing of that type. */
function readTyped({ type }: Parameter, text: string): Json | undefined {
  switch (type.kind) {
    case 'string':
      return text;
    case 'date':
      return isDate(text.trim()) ? text.trim() : undefined;
    case 'any':
      return readFlow(text) ?? text;
    case 'list':
    case 'object':
      return readFlow(text);
    default:
      return convert(text, type);
  }
}

/** JSON, or YAML as it stands on one line. */
function readFlow(text: string): Json | undefined {
  const { root, violations } = parseDocument({ path: '', text });
  return violations.length > 0 || root === null ? undefined : toJson(root);
}
