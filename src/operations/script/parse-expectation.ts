/** Parses what a test case expects of its run, with the position of each expectation. */
import {
  describeLocated,
  type Located,
  type LocatedList,
  positionAt,
  type Reporter,
  readShape,
  report,
  type TextPosition,
} from '../../languages/index.ts';
import type { Expectation, Mismatch, Script } from '../../runtime/index.ts';
import { askedNodes } from './parse-script.ts';
import { reportScalar } from './report-name.ts';
import type { ScriptNames } from './script-names.ts';
import { expectationShape } from './script-shape.ts';

export interface ParsedExpectation {
  readonly expect: Expectation;
  readonly positions: ReadonlyMap<Mismatch['what'], TextPosition>;
}

export function parseExpectation(
  reporter: Reporter,
  located: Located,
  names: ScriptNames | null,
  calls: Script['calls'],
): ParsedExpectation {
  const fields = readShape(reporter, located, expectationShape);
  const failure = fields?.read('failure');
  const list = (
    key: 'took' | 'never' | 'calls' | 'asked',
    known: readonly string[] | undefined,
    what: string,
  ) => parseNames(reporter, fields?.read(key), known, what);
  const parsed = {
    status: fields?.read('status'),
    took: list('took', names?.nodes, 'node'),
    never: list('never', names?.nodes, 'node'),
    calls: list('calls', names?.operations, 'operation that is called'),
    asked: list('asked', askedNodes(names, calls)?.asking, 'node that asks'),
    result: fields?.read('result'),
    resultIncludes: fields?.read('result_includes'),
    failure: failure === undefined ? undefined : readFailure(reporter, failure),
  };
  const positions = new Map<Mismatch['what'], TextPosition>();
  for (const key of Object.keys(expectationShape.keys) as (keyof typeof expectationShape.keys)[]) {
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
  list: LocatedList | undefined,
  known: readonly string[] | undefined,
  what: string,
): readonly string[] | undefined {
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

type Gaps<T> = { readonly [K in keyof T]: T[K] | undefined };

/** An absent key differs from an undefined one. */
function withoutGaps(expectation: Gaps<Required<Expectation>>): Expectation {
  return Object.fromEntries(Object.entries(expectation).filter(([, value]) => value !== undefined));
}
