/** Reads single settings of connectors.yaml. Invalid values are reported and left out; absent ones are fine. */
import { findNearest, parseDuration } from '../../expression/index.ts';
import {
  describeLocated,
  type Located,
  type LocatedEntry,
  type LocatedScalar,
  type Reporter,
  readText,
  report,
  type ValueType,
} from '../../languages/index.ts';
import { isSecretName, isSecretVariable } from '../../runtime/index.ts';

export function reportName(
  reporter: Reporter,
  { key, keySpan, value }: LocatedEntry,
  rule: string,
  message: string,
  expected: string,
): void {
  reporter.report({ at: keySpan, path: value.path, rule, message, expected, actual: key || 'an empty name' });
}

const units: Readonly<Record<string, number>> = { kib: 1_024, mib: 1_048_576, gib: 1_073_741_824 };

function parseSize(text: string): number | undefined {
  const [, amount, unit] = /^\s*(\d{1,12}(?:\.\d{1,6})?)\s*([kmg]ib)\s*$/i.exec(text) ?? [];
  const bytes = units[unit?.toLowerCase() ?? ''];
  return bytes === undefined ? undefined : Math.round(Number(amount) * bytes);
}

const amount = (
  label: string,
  expected: string,
  parse: (text: string) => number | undefined,
): ValueType<number> => ({
  read(reporter, located, what) {
    const value = located.kind === 'scalar' ? located.value : null;
    const read = typeof value === 'string' ? parse(value) : value;
    if (typeof read === 'number' && Number.isSafeInteger(read) && read > 0) return read;
    report(reporter, located, {
      rule: 'bad-value',
      message: `${what} must be ${expected} and greater than 0, but is ${describeLocated(located)}.`,
      expected,
      actual: describeLocated(located),
    });
    return undefined;
  },
  schema: () => ({ anyOf: [{ type: 'integer', minimum: 1 }, { type: 'string' }] }),
  label,
});

/** Milliseconds: a number, or a text such as `30 seconds`. */
export const duration = amount(
  'milliseconds or a duration',
  'a duration such as “30 seconds”',
  parseDuration,
);

/** Bytes: a number, or a text such as `5 MiB`. */
export const size = amount('bytes or a size', 'a size such as “5 MiB”', parseSize);

/** The environment, and the secrets taken from it. */
export interface Environment {
  readonly variables: { readonly [name: string]: string | undefined };
  readonly secrets: Set<string>;
}

/** A setting that may refer to the environment. */
export interface FilledSetting {
  readonly what: string;
  /** If this names a secret, the value is a secret. */
  readonly name?: string;
  /** The value is always a secret. */
  readonly isSecret?: boolean;
}

/** `--token`, if an argument precedes its value. */
export const optionOf = (before: Located | undefined): string =>
  before?.kind === 'scalar' && typeof before.value === 'string' && before.value.startsWith('-')
    ? before.value
    : '';

/**
 * A text with `${env:NAME}` replaced from the environment. Not every variable is a secret: a year or a port that counted
 * as one would be redacted in every result.
 */
export function readFilled(
  reporter: Reporter,
  located: Located | undefined,
  { what, name: setting = '', isSecret = false }: FilledSetting,
  environment: Environment,
): string | undefined {
  const text = readText(reporter, located, what);
  if (text === undefined || located?.kind !== 'scalar') return text;
  let isWhole = true;
  const filled = text.replaceAll(/\$\{([^{}]*)\}/g, (written, inside: string, at: number) => {
    const name = /^env:([A-Za-z_][A-Za-z0-9_]*)$/.exec(inside)?.[1];
    const value = name === undefined ? undefined : variableOf(environment, name);
    if (value !== undefined) {
      const names = [setting, nameBefore(text.slice(0, at))];
      const isNamed = isSecretVariable(name ?? '') || names.some(isSecretName);
      if (isSecret || isNamed || isLogin(text, at)) environment.secrets.add(value);
      return value;
    }
    isWhole = false;
    if (name === undefined) reportReference(reporter, located, written, inside);
    else reportUnset(reporter, located, name, environment);
    return '';
  });
  return isWhole ? filled : undefined;
}

/**
 * `token` of `--token=` and of `?a=b&token=`, `Authorization` of `Authorization: Bearer `; not a host before its
 * port.
 */
const nameBefore = (text: string): string =>
  /(?<![\w.%/-])([\w.%-]+)[=:]\s*(?:(?:basic|bearer|token)\s+)?$/i.exec(text)?.[1] ?? '';

/** Whether it precedes the `@` of an address: `postgres://app:${env:DB}@db.example.com`. */
const isLogin = (text: string, at: number): boolean =>
  /:\/\/[^\s/?#]*$/.test(text.slice(0, at)) && /^[^\s/?#]*@/.test(text.slice(at));

function variableOf({ variables }: Environment, name: string): string | undefined {
  const value = Object.hasOwn(variables, name) ? variables[name] : undefined;
  return value === '' ? undefined : value;
}

function reportUnset(
  reporter: Reporter,
  located: LocatedScalar,
  name: string,
  { variables }: Environment,
): void {
  const isThere = Object.hasOwn(variables, name) && variables[name] !== undefined;
  const nearest = isThere ? undefined : findNearest(name, Object.keys(variables));
  const hint = nearest === undefined ? '' : ` Did you mean “${nearest}”?`;
  report(reporter, located, {
    rule: 'unset-variable',
    message: `The environment variable “${name}” ${isThere ? 'is empty' : 'is not set'}.${hint} Set it before Signalbox starts.`,
    expected: `a value in ${name}`,
    actual: 'nothing',
  });
}

function reportReference(reporter: Reporter, located: LocatedScalar, written: string, inside: string): void {
  const name = inside.replace(/^[^:]*:/, '').trim();
  report(reporter, located, {
    rule: 'bad-reference',
    message: `“${written}” is not a reference. Write an environment variable as \${env:NAME}.`,
    expected: `\${env:${/^[A-Za-z_][A-Za-z0-9_]*$/.test(name) ? name : 'NAME'}}`,
    actual: written,
  });
}
