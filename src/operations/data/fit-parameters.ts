/** Validates the parameters of a run, given as values or as typed text. Reports all violations at once. */
import { describeType, findNearest, isDate, type Json, type Type } from '../../expression/index.ts';
import { defaultLimits } from '../../kernel/index.ts';
import {
  convertToType,
  exampleOfShape,
  exampleOfType,
  fitValue,
  isOfType,
  type Parameter,
  readFlow,
  type Shape,
  type Violation,
} from '../../languages/index.ts';

export interface GivenParameters {
  readonly values: { readonly [name: string]: Json };
  /** As typed; the type of the parameter says how to read them. */
  readonly texts: { readonly [name: string]: string };
}

export type FittedParameters =
  | { readonly kind: 'fitted'; readonly params: { readonly [name: string]: Json } }
  | { readonly kind: 'mismatches'; readonly problems: readonly ParameterMismatch[] };

/** A parameter that is not valid; its path is its name. */
export type ParameterMismatch = Pick<Violation, 'path' | 'rule' | 'message' | 'expected' | 'actual'>;

export function fitParameters(parameters: readonly Parameter[], given: GivenParameters): FittedParameters {
  const names = new Set([...Object.keys(given.values), ...Object.keys(given.texts)]);
  const problems: ParameterMismatch[] = [];
  const params: [string, Json][] = [];
  for (const name of names) {
    const parameter = parameters.find((each) => each.name === name);
    if (parameter === undefined) {
      problems.push(unknownParameter(parameters, name));
      continue;
    }
    const text = Object.hasOwn(given.texts, name) ? given.texts[name] : undefined;
    const fitted = fitOne(parameter, given.values[name] ?? null, text);
    if (fitted.kind === 'mismatches') {
      problems.push(...fitted.problems);
      continue;
    }
    const size = JSON.stringify(fitted.value).length;
    if (size > defaultLimits.payload) problems.push(tooLarge(name, size));
    else params.push([name, fitted.value]);
  }
  for (const parameter of missingParameters(parameters, names)) problems.push(missing(parameter));
  return problems.length > 0
    ? { kind: 'mismatches', problems }
    : { kind: 'fitted', params: Object.fromEntries(params) };
}

type FittedOne =
  | { readonly kind: 'fitted'; readonly value: Json }
  | { readonly kind: 'mismatches'; readonly problems: readonly ParameterMismatch[] };

/** @param text what the user typed, in place of the value */
function fitOne(parameter: Parameter, given: Json, text: string | undefined): FittedOne {
  const { name, type, shape } = parameter;
  if (shape !== undefined) {
    const fitted = fitValue(text === undefined ? given : readShaped(shape, text), shape, name);
    if (fitted.kind === 'fitted') return fitted;
    return {
      kind: 'mismatches',
      problems: fitted.problems.map((problem) => ({ ...problem, rule: 'wrong-type' })),
    };
  }
  const value = text === undefined ? given : readTyped(type, text);
  if (value !== undefined && isOfType(value, type)) return { kind: 'fitted', value };
  return { kind: 'mismatches', problems: [wrongType(parameter, text ?? value ?? null)] };
}

/** No expression can use a value of this size. It is reported before anything is called. */
function tooLarge(name: string, size: number): ParameterMismatch {
  const maxLength = defaultLimits.payload;
  return {
    path: name,
    rule: 'too-large',
    message: `“${name}” has ${size} characters as JSON. The limit is ${maxLength}.`,
    expected: `at most ${maxLength} characters`,
    actual: `${size} characters`,
  };
}

export function missingParameters(
  parameters: readonly Parameter[],
  given: ReadonlySet<string>,
): readonly Parameter[] {
  return parameters.filter((each) => each.required && each.default === undefined && !given.has(each.name));
}

/** `a date, such as 2026-01-15`. */
export function describeParameter(parameter: Parameter): string {
  const { shape, type, typeName } = parameter;
  const example = exampleOf(parameter);
  const shown = typeof example === 'string' ? example : JSON.stringify(example);
  const what = shape === undefined ? describeType(type) : typeName === '' ? 'XML' : `of type ${typeName}`;
  return shown === '' ? what : `${what}, such as ${shown}`;
}

export function exampleOf({ name, type, shape, example, default: initial }: Parameter): Json {
  return (
    example ?? initial ?? (shape === undefined ? exampleOfType(name, type) : exampleOfShape(shape, name))
  );
}

/** Maximum length of a shown invalid value, in characters. */
const maxShownLength = 200;

function wrongType(parameter: Parameter, value: Json): ParameterMismatch {
  const { name, typeName } = parameter;
  const text = JSON.stringify(value);
  const actual = text.length > maxShownLength ? `${text.slice(0, maxShownLength)}…` : text;
  const message = `“${name}” (${typeName}) is ${describeParameter(parameter)}; this is ${actual}.`;
  return { path: name, rule: 'wrong-type', message, expected: describeParameter(parameter), actual };
}

function missing(parameter: Parameter): ParameterMismatch {
  const { name, typeName } = parameter;
  const expected = describeParameter(parameter);
  const message = `“${name}” (${typeName}) is missing: ${expected}.`;
  return { path: name, rule: 'missing-parameter', message, expected, actual: 'nothing' };
}

function unknownParameter(parameters: readonly Parameter[], name: string): ParameterMismatch {
  const names = parameters.map((each) => each.name);
  const nearest = findNearest(name, names);
  const listed = names.length === 0 ? 'The workflow has none.' : `Available: ${names.join(', ')}.`;
  const hint = nearest === undefined ? listed : `Did you mean “${nearest}”?`;
  return {
    path: name,
    rule: 'unknown-parameter',
    message: `The parameter “${name}” does not exist. ${hint}`,
    expected: nearest ?? names.join(', '),
    actual: name,
  };
}

/** The value of a typed text; `undefined` if it is not of that type. */
export function readTyped(type: Type, text: string): Json | undefined {
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
      return convertToType(text, type);
  }
}

/** The same for a shape: a structured value is written as JSON, any other as plain text. */
export function readShaped({ type, types }: Shape, text: string): Json {
  const named = type.kind === 'named' ? types[type.name] : type;
  return named?.kind === 'complex' ? (readFlow(text) ?? text) : text;
}
