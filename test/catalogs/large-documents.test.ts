/**
 * Every operation of large documents is called with random arguments, at servers that validate by the same documents with
 * another library. The default run takes a part of the operations of GitHub, the long one all.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createHttpClient } from '../../src/connectors/index.ts';
import { configuredSource } from '../../src/connectors/openapi/api-source.ts';
import { createOpenApiConnector } from '../../src/connectors/openapi/create-openapi-connector.ts';
import type { Json } from '../../src/expression/index.ts';
import { type Connector, createRedactor } from '../../src/runtime/index.ts';
import { createFakeClock, createRandom } from '../../src/testing/index.ts';
import { largeDocuments, operationsOf } from './large-documents.ts';
import { CannotMake, RandomArguments } from './random-arguments.ts';
import { startValidatingServer, type ValidatingServer } from './validating-server.ts';

const seed = 20_261_119;
const isLong = process.env['SIGNALBOX_LONG'] === '1';

/** Requests that the library refuses although they are right. */
const exceptions: readonly {
  readonly operation: RegExp;
  readonly problem: RegExp;
  readonly reason: string;
}[] = [
  {
    operation: /workflow|pages_deployment/,
    problem: /^\/path\/\w+ must match exactly one schema in oneOf \{"passingSchemas":\[0,1\]\}$/,
    reason: 'It reads a number in a path as a number and as a text, so that two alternatives fit.',
  },
  {
    operation: /^getServices$/,
    problem: /^no operation at GET \/services\//,
    reason: 'Its router drops the slash at the end of a path.',
  },
  {
    operation: /compare_commits/,
    problem: /^URIError: URI malformed$/,
    reason: 'It cannot separate two parameters in one segment of a path.',
  },
];
const isException = (name: string, problem: string): boolean =>
  exceptions.some((each) => each.operation.test(name) && each.problem.test(problem));

describe.each(largeDocuments)('$name, version $version', ({ read, share }) => {
  const document = read();
  const chosen = [...operationsOf(document).entries()].filter(([at]) => isLong || at % share === 0);
  let server: ValidatingServer;
  let connector: Connector;
  let lists: readonly { readonly name: string; readonly parameters: readonly string[] }[];

  beforeAll(async () => {
    server = await startValidatingServer(document);
    connector = createOpenApiConnector({
      name: 'api',
      source: configuredSource(
        'api',
        { url: server.url, headers: {}, credentials: tokens(document) },
        async () => document,
      ),
      client: createHttpClient({ allowed: { all: true, hosts: [], ranges: [] } }),
      redactor: createRedactor(() => []),
      clock: createFakeClock(0),
      version: '1.2.3',
    });
    lists = (await connector.operations()).map(({ name, parameters }) => ({
      name,
      parameters: parameters.map((each) => each.name).filter((each) => each !== '$call'),
    }));
  });

  afterAll(async () => {
    await connector.close();
    await server.close();
  });

  const perform = (operation: string, input: Json) =>
    connector.perform(
      {
        tenant: 'a',
        run: 'run_1',
        workflow: 'w',
        task: 't',
        key: 'key-1',
        attempt: 1,
        begunAt: 0,
        operation,
        input,
      },
      new AbortController().signal,
    );

  /** Random arguments of an operation, with its name; `undefined` if none can be made. */
  const callsOf = (random: RandomArguments) =>
    chosen.flatMap(([at, operation]) => {
      const { name = '', parameters = [] } = lists[at] ?? {};
      try {
        return [{ name, operation, args: random.of(operation, parameters, at % 3 === 0) }];
      } catch (error) {
        if (error instanceof CannotMake) return [];
        throw error;
      }
    });

  test(`[H6.2] the requests of all operations are accepted, seed ${seed}`, async () => {
    const calls = callsOf(new RandomArguments(document, createRandom(seed)));
    expect(calls.length).toBeGreaterThan(chosen.length * 0.97);
    const wrong: string[] = [];
    for (const { name, args } of calls) {
      const outcome = await perform(name, args);
      if (outcome.kind === 'succeeded') continue;
      const { message = '', data = null } = outcome.kind === 'failed' ? outcome.failure : {};
      const problems = (data as { readonly body?: { readonly problems?: readonly string[] } } | null)?.body
        ?.problems;
      if (problems === undefined || !problems.every((each) => isException(name, each)))
        wrong.push(`${name} ${JSON.stringify(args)}: ${message} ${problems?.join(' ') ?? outcome.kind}`);
    }
    expect(wrong).toEqual([]);
    expect(server.count()).toBe(calls.length);
  });

  test(`[H6.2] what a document refuses is not sent, seed ${seed}`, async () => {
    const before = server.count();
    const sent: string[] = [];
    const refused = new Map<string, number>();
    for (const { name, operation, args } of callsOf(new RandomArguments(document, createRandom(seed)))) {
      for (const [kind, bad] of Object.entries(spoilt(operation.parameters, args))) {
        const outcome = await perform(name, bad);
        const isRefused = outcome.kind === 'failed' && outcome.failure.code === 'bad-arguments';
        if (isRefused) refused.set(kind, (refused.get(kind) ?? 0) + 1);
        else sent.push(`${name} ${kind} ${JSON.stringify(bad)}`);
      }
    }
    expect(sent).toEqual([]);
    expect(server.count()).toBe(before);
    // Each kind happened.
    expect([...refused.keys()].toSorted()).toEqual(['dots', 'missing', 'type', 'unknown']);
  });
});

type Arguments = { readonly [name: string]: Json };

/** Arguments that are wrong in one way, by that way. */
function spoilt(parameters: readonly Arguments[], args: Arguments): { readonly [kind: string]: Arguments } {
  const inPath = parameters.find((each) => each['in'] === 'path');
  const schemaOf = (parameter: Arguments): Arguments => (parameter['schema'] ?? parameter) as Arguments;
  const number = parameters.find((each) => ['integer', 'boolean'].includes(String(schemaOf(each)['type'])));
  const text = inPath !== undefined && schemaOf(inPath)['type'] === 'string' && !('enum' in schemaOf(inPath));
  const name = String(inPath?.['name']);
  return {
    unknown: { ...args, signalbox_unknown: 1 },
    ...(inPath === undefined
      ? {}
      : { missing: Object.fromEntries(Object.entries(args).filter(([each]) => each !== name)) }),
    ...(number === undefined ? {} : { type: { ...args, [String(number['name'])]: ['no', 'number'] } }),
    ...(text ? { dots: { ...args, [name]: '..' } } : {}),
  };
}

/** A token for each scheme. */
function tokens(document: Json) {
  const root = document as {
    readonly components?: { readonly securitySchemes?: object };
    readonly securityDefinitions?: object;
  };
  const schemes = root.components?.securitySchemes ?? root.securityDefinitions ?? {};
  return new Map(
    Object.keys(schemes).map((scheme) => [scheme, { kind: 'token', token: 'secret-token-1' } as const]),
  );
}
