/**
 * A connector whose operations are those of an API, as its document describes them: builds each request, adds the
 * credentials that the document asks for, and returns the body of the response.
 */
import type { ApiOperation, OpenApi } from '../../catalogs/index.ts';
import { findNearest } from '../../expression/index.ts';
import type { Json } from '../../kernel/index.ts';
import type { ConnectorOperation } from '../../languages/workflow.ts';
import {
  type Call,
  type Clock,
  type Connector,
  type ConnectorOutcome,
  createRedactor,
  type Redactor,
} from '../../runtime/index.ts';
import type { HttpClient } from '../http/http-client.ts';
import { isRepeatableMethod } from '../http/method-safety.ts';
import { plainArguments } from '../values/plain-arguments.ts';
import { createApiSender } from './api-sender.ts';
import type { ApiSource } from './api-source.ts';
import { noOptions, optionsName, readOptions, takesOptions, withOptions } from './call-options.ts';
import { joinRedactors } from './join-redactors.ts';
import { performOperation, type ReadCall } from './perform-operation.ts';
import { createRecentValues } from './recent-values.ts';
import { createTokenSource } from './token-source.ts';

export interface OpenApiConnectorOptions {
  readonly name: string;
  readonly source: ApiSource;
  readonly client: HttpClient;
  readonly redactor: Redactor;
  readonly clock: Clock;
  /** Version of Signalbox, for the User-Agent header. */
  readonly version: string;
  readonly concurrency?: number;
  /** Milliseconds for a request. */
  readonly timeout?: number;
}

const defaultConcurrency = 16;
const maxKnownSecrets = 1_000;

export function createOpenApiConnector(options: OpenApiConnectorOptions): Connector {
  const { name, source, client, clock, version, timeout, concurrency = defaultConcurrency } = options;
  const known = createRecentValues(maxKnownSecrets);
  const redactor = joinRedactors(options.redactor, createRedactor(known.all));
  const { redact } = redactor;
  const now = (): number => clock.now();
  const tokens = createTokenSource(client, now, known);
  const send = createApiSender({ name, source, client, tokens, known, redactor, now, version, timeout });
  const listed = new WeakMap<OpenApi, readonly ConnectorOperation[]>();
  const listOf = (api: OpenApi): readonly ConnectorOperation[] => {
    const list = listed.get(api) ?? api.operations.map(withOptions);
    listed.set(api, list);
    return list;
  };
  const open = async (call: Pick<Call, 'begunAt'>): Promise<Opened> => {
    try {
      return { kind: 'opened', api: await source.open(call) };
    } catch (error) {
      return { kind: 'problem', message: redact(error instanceof Error ? error.message : String(error)) };
    }
  };
  const failed = (code: string, message: string, retryable = false): ConnectorOutcome => ({
    kind: 'failed',
    failure: { code, message: redact(message), retryable },
  });

  return {
    name,
    concurrency,
    async operations() {
      const opened = await open({ begunAt: now() });
      return opened.kind === 'opened' ? listOf(opened.api) : [];
    },
    async perform(call, signal) {
      const given = plainArguments(call.input, name, source.advice.secrets);
      if (given.kind === 'failed') return given;
      const opened = await open(call);
      if (opened.kind === 'problem') return failed('api-unreadable', opened.message);
      const { api } = opened;
      const operation = api.find(call.operation);
      if (operation === undefined)
        return failed('unknown-operation', unknownOperation(name, call.operation, api));
      const read = readCall(api, operation, call, given.values);
      if (read.kind === 'problems') return failed('bad-arguments', read.problems.join(' '));
      return performOperation({ send, clock, ...redactor }, { api, operation, call, signal }, read);
    },
    async isRepeatable(operation, _, begunAt) {
      const opened = await open({ begunAt });
      const found = opened.kind === 'opened' ? opened.api.find(operation) : undefined;
      return found?.reads === true || isRepeatableMethod(found?.method ?? '');
    },
    async health() {
      const opened = await open({ begunAt: now() });
      if (opened.kind === 'opened') return { state: 'ready', message: '' };
      return { state: 'down', message: opened.message };
    },
    close: () => client.close(),
  };
}

type Opened =
  | { readonly kind: 'opened'; readonly api: OpenApi }
  | { readonly kind: 'problem'; readonly message: string };

type CallResult =
  | ({ readonly kind: 'call' } & ReadCall)
  | { readonly kind: 'problems'; readonly problems: readonly string[] };

type Arguments = { readonly [name: string]: Json };

function readCall(api: OpenApi, operation: ApiOperation, call: Call, given: Arguments): CallResult {
  const listed = Object.hasOwn(given, optionsName)
    ? api.operations.find((each) => isCalled(each, call.operation) && takesOptions(each))
    : undefined;
  if (listed === undefined) {
    const { args, built } = buildWithKey(operation, given, call.key);
    return built.kind === 'problems' ? built : { ...built, kind: 'call', args, options: noOptions, listed };
  }
  const { [optionsName]: written = null, ...others } = given;
  const { args, built } = buildWithKey(operation, others, call.key);
  const { options, problems } = readOptions(written, operation.method);
  if (built.kind === 'problems') return { kind: 'problems', problems: [...built.problems, ...problems] };
  if (problems.length > 0) return { kind: 'problems', problems };
  return { ...built, kind: 'call', args, options, listed };
}

const isCalled = ({ name, command }: ConnectorOperation, called: string): boolean =>
  name === called || command?.canonical === called;

/** With an idempotency key, if the API takes one in this form and the caller gives no other. */
function buildWithKey(operation: ApiOperation, args: Arguments, key: string) {
  const parameter = operation.idempotencyParameter;
  if (parameter !== null && !Object.hasOwn(args, parameter)) {
    const withKey = { ...args, [parameter]: key };
    const built = operation.build(withKey);
    if (built.kind === 'request') return { args: withKey, built };
  }
  return { args, built: operation.build(args) };
}

function unknownOperation(name: string, operation: string, { operations }: OpenApi): string {
  const names = operations.map((each) => each.name);
  const nearest = findNearest(operation, names);
  const hint =
    nearest === undefined
      ? `It has ${names.length} operations, such as ${names.slice(0, 10).join(', ')}.`
      : `Did you mean “${nearest}”?`;
  return `The connector “${name}” has no operation “${operation}”. ${hint}`;
}
