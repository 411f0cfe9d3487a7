/** Parses what a test case expects of its run, with the position of each expectation. */
import {
  describeLocated,
  type Located,
  positionAt,
  type Reporter,
  readList,
  readMap,
  readOneOf,
  report,
  type TextPosition,
  toJson,
} from '../../languages/index.ts';
import type { Expectation, Mismatch, Script } from '../../runtime/index.ts';
import { askedNodes } from './parse-script.ts';
import { reportScalar } from './report-name.ts';
import type { ScriptNames } from './script-names.ts';

export interface ParsedExpectation {
  readonly expect: Expectation;
  readonly positions: ReadonlyMap<Mismatch['what'], TextPosition>;
}

const expectationKeys = [
  'status',
  'took',
  'never',
  'result',
  'result_includes',
  'failure',
  'calls',
  'asked',
] as const;

const statuses = ['completed', 'failed', 'cancelled', 'waiting', 'limit'] as const;

export function parseExpectation(
  reporter: Reporter,
  located: Located,
  names: ScriptNames | null,
  calls: Script['calls'],
): ParsedExpectation {
  const fields = readMap(reporter, located, { what: 'A set of expectations', keys: expectationKeys });
  const at = (key: (typeof expectationKeys)[number]): Located | undefined => fields?.value(key);
  const failure = at('failure');
  const list = (
    key: 'took' | 'never' | 'calls' | 'asked',
    known: readonly string[] | undefined,
    what: string,
  ) => parseNames(reporter, at(key), known, { key, what });
  const parsed = {
    status: readOneOf(reporter, at('status'), statuses, 'The status', undefined),
    took: list('took', names?.nodes, 'node'),
    never: list('never', names?.nodes, 'node'),
    calls: list('calls', names?.operations, 'operation that is called'),
    asked: list('asked', askedNodes(names, calls)?.asking, 'node that asks'),
    result: jsonOf(at('result')),
    resultIncludes: jsonOf(at('result_includes')),
    failure: failure === undefined ? undefined : readFailure(reporter, failure),
  };
  const positions = new Map<Mismatch['what'], TextPosition>();
  for (const key of expectationKeys) {
    const entry = fields?.entry(key);
    if (entry === undefined) continue;
    positions.set(
      key === 'result_includes' ? 'resultIncludes' : key,
      positionAt(reporter.source, entry.keySpan.start),
    );
  }
  return { expect: withoutGaps(parsed), positions };
}

function parseNames(
  reporter: Reporter,
  located: Located | undefined,
  known: readonly string[] | undefined,
  { key, what }: { readonly key: string; readonly what: string },
): readonly string[] | undefined {
  if (located === undefined) return undefined;
  const list = readList(reporter, located, `The value of “${key}”`);
  return list?.items.flatMap((item) => {
    const name = nameOf(item);
    if (name === undefined || item.kind !== 'scalar') {
      reportNoName(reporter, item, what);
      return [];
    }
    if (known !== undefined && !known.includes(name)) {
      const message = `The workflow has no ${what} “${name}”.`;
      reportScalar(reporter, item, { rule: 'unknown-name', message, known });
    }
    return [name];
  });
}

function reportNoName(reporter: Reporter, item: Located, what: string): void {
  report(reporter, item, {
    rule: 'wrong-type',
    message: `The name of a ${what} is expected here.`,
    expected: 'a name',
    actual: describeLocated(item),
  });
}

function nameOf(located: Located): string | undefined {
  return located.kind === 'scalar' && located.value !== null ? String(located.value) : undefined;
}

function readFailure(reporter: Reporter, located: Located): string | undefined {
  const name = nameOf(located);
  if (name === undefined) {
    report(reporter, located, {
      rule: 'wrong-type',
      message: 'A failure must be a code or a part of the message.',
      expected: 'a text',
      actual: describeLocated(located),
    });
  }
  return name;
}

function jsonOf(located: Located | undefined) {
  return located === undefined ? undefined : toJson(located);
}

type Gaps<T> = { readonly [K in keyof T]: T[K] | undefined };

/** An absent key differs from an undefined one. */
function withoutGaps(expectation: Gaps<Required<Expectation>>): Expectation {
  return Object.fromEntries(Object.entries(expectation).filter(([, value]) => value !== undefined));
}
