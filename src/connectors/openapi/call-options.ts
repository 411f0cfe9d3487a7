/** The options of a call, beside the arguments of its operation. */
import { findNearest, type Type } from '../../expression/index.ts';
import type { Json } from '../../kernel/index.ts';
import { partOf } from '../../languages/index.ts';
import type { ConnectorOperation } from '../../languages/workflow.ts';

export interface CallOptions {
  /** How many pages are read at most; 1: no further one. */
  readonly pages: number;
  /** How many seconds the end of work is awaited that the API has only accepted; 0: not at all. */
  readonly wait: number;
  /** Whether the result is compared with its declared type. */
  readonly validate: boolean;
}

export const noOptions: CallOptions = { pages: 1, wait: 0, validate: false };

export const optionsName = '$call';

const maxPages = 100;
const maxWait = 600;

const type: Type = {
  kind: 'object',
  open: false,
  fields: [
    { name: 'pages', type: { kind: 'int' }, optional: true },
    { name: 'wait', type: { kind: 'number' }, optional: true },
    { name: 'validate', type: { kind: 'bool' }, optional: true },
  ],
};

/** A parameter of that name in the document keeps it. */
export const takesOptions = ({ parameters }: ConnectorOperation): boolean =>
  !parameters.some(({ name }) => name === optionsName);

/** What an operation is listed as. Its parts are computed on demand, as in large documents. */
export function withOptions(operation: ConnectorOperation): ConnectorOperation {
  let parameters: ConnectorOperation['parameters'] | undefined;
  return {
    name: operation.name,
    description: operation.description,
    ...(operation.command === undefined ? {} : { command: operation.command }),
    get parameters() {
      parameters ??= takesOptions(operation)
        ? [...operation.parameters, { name: optionsName, type, required: false }]
        : operation.parameters;
      return parameters;
    },
    get open() {
      return operation.open === true;
    },
    get result() {
      return operation.result;
    },
    get example() {
      return operation.example;
    },
  };
}

export interface ReadOptions {
  readonly options: CallOptions;
  readonly problems: readonly string[];
}

export function readOptions(given: Json, method: string): ReadOptions {
  if (given === null) return { options: noOptions, problems: [] };
  if (typeof given !== 'object' || Array.isArray(given))
    return { options: noOptions, problems: [`“${optionsName}” must be a map, such as {pages: 5}.`] };
  const known = Object.keys(noOptions);
  const problems = Object.keys(given)
    .filter((name) => !known.includes(name))
    .map((name) => {
      const nearest = findNearest(name, known);
      const hint = nearest === undefined ? `Known: ${known.join(', ')}.` : `Did you mean “${nearest}”?`;
      return `“${optionsName}.${name}” is not known. ${hint}`;
    });
  const read = <Value extends Json>(
    name: keyof CallOptions,
    fits: (value: Json) => value is Value,
    expected: string,
  ): Value | undefined => {
    const value = partOf(given, name) ?? null;
    if (value === null) return undefined;
    if (fits(value)) return value;
    problems.push(`“${optionsName}.${name}” must be ${expected}.`);
    return undefined;
  };
  const between =
    (max: number) =>
    (value: Json): value is number =>
      typeof value === 'number' && value >= 1 && value <= max;
  const isCount = between(maxPages);
  const pages = read(
    'pages',
    (value): value is number => isCount(value) && Number.isInteger(value),
    `a whole number from 1 to ${maxPages}`,
  );
  if (pages !== undefined && method !== 'GET')
    problems.push(`“${optionsName}.pages” is for operations that only read (GET), and this is ${method}.`);
  const wait = read('wait', between(maxWait), `a number of seconds from 1 to ${maxWait}`);
  const validate = read('validate', (value) => typeof value === 'boolean', 'true or false');
  return { options: { pages: pages ?? 1, wait: wait ?? 0, validate: validate ?? false }, problems };
}
