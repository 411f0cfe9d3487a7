/**
 * Answers the usual tool calls without the SDK [P9.1], which costs several times as much as the call itself. Takes
 * only requests of exactly one shape, and leaves all others to the SDK: so the SDK makes every error of the protocol,
 * and reads every request that is not plain.
 */
import {
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  isInputRequiredResult,
  PROTOCOL_VERSION_META_KEY,
  ProtocolError,
  SERVER_INFO_META_KEY,
  SUPPORTED_PROTOCOL_VERSIONS,
} from '@modelcontextprotocol/server';
import type { HttpHeaders, HttpRequest } from '../../message/http-request.ts';
import { HttpResponse } from '../../message/http-response.ts';
import { callTool } from '../call/call-tool.ts';
import type { ToolCallResult } from '../call/tool-call-dependencies.ts';
import type { Client } from '../contract/client.ts';
import type { HttpCaller } from '../contract/mcp-endpoint.ts';
import type { JsonObject, Tool } from '../contract/tool.ts';
import { createdTask } from '../runs/task-wire.ts';
import type { McpDependencies } from './mcp-dependencies.ts';

const modernRevision = '2026-07-28';

/** A plain call: nothing besides the tool and its input. */
interface PlainCall {
  readonly id: string | number;
  readonly name: string;
  readonly input: JsonObject;
  /** The envelope of 2026; `undefined` if there is none. */
  readonly meta: JsonObject | undefined;
}

/** One call of a 2026 client. `undefined`: the SDK must answer. */
export async function answerModernCall(
  dependencies: McpDependencies,
  request: HttpRequest,
  caller: HttpCaller,
): Promise<HttpResponse | undefined> {
  const plain = readCall(caller.body);
  if (plain?.meta === undefined || !hasModernHeaders(request.headers, plain)) return undefined;
  const client = dependencies.knownClients.find(plain.meta);
  const tool =
    client === undefined ? undefined : await dependencies.calls.tools.find(caller.principal, plain.name);
  if (client === undefined || tool === undefined || tool.converses === true) return undefined;
  const { retention } = dependencies.tasks;
  const serverInfo = { [SERVER_INFO_META_KEY]: dependencies.implementation };
  return answer(dependencies, { plain, client, tool, caller, signal: request.signal }, (called) =>
    called.kind === 'task'
      ? { ...createdTask(called.run, retention), _meta: serverInfo }
      : isInputRequiredResult(called.result)
        ? { ...called.result, _meta: serverInfo }
        : { ...called.result, resultType: 'complete', _meta: serverInfo },
  );
}

/** What the session of a 2025 client knows. */
export interface SessionOfCall {
  readonly id: string;
  readonly client: Client;
  /** Counts as an active call until it is called back; aborted if the client cancels the call. */
  begin(id: string | number): { readonly signal: AbortSignal; end(): void };
}

/**
 * One call in a session of a 2025 client: without rounds, and without waiting for a run, so that no stream has to be
 * resumed. `undefined`: the SDK must answer.
 */
export async function answerSessionCall(
  dependencies: McpDependencies,
  request: HttpRequest,
  caller: HttpCaller,
  findSession: () => SessionOfCall | undefined,
): Promise<HttpResponse | undefined> {
  const plain = readCall(caller.body);
  if (plain === undefined || plain.meta !== undefined || !hasLegacyHeaders(request.headers)) return undefined;
  const tool = await dependencies.calls.tools.find(caller.principal, plain.name);
  if (tool === undefined || hasRounds(tool) || waits(plain)) return undefined;
  const session = findSession();
  if (session === undefined) return undefined;
  const { signal, end } = session.begin(plain.id);
  try {
    const { client } = session;
    const response = await answer(
      dependencies,
      { plain, client, tool, caller, signal },
      (called) => ('result' in called ? called.result : {}),
      { 'mcp-session-id': session.id },
    );
    // A cancelled request has no answer.
    return signal.aborted ? new HttpResponse(null, { status: 202 }) : response;
  } finally {
    end();
  }
}

interface FastCall {
  readonly plain: PlainCall;
  readonly client: Client;
  readonly tool: Tool;
  readonly caller: HttpCaller;
  readonly signal: AbortSignal;
}

/** @param present the result as the era sends it */
async function answer(
  { calls }: McpDependencies,
  { plain, client, tool, caller, signal }: FastCall,
  present: (called: ToolCallResult) => object,
  headers: Readonly<Record<string, string>> = {},
): Promise<HttpResponse> {
  const { id, name, input } = plain;
  const respond = (message: object): HttpResponse =>
    new HttpResponse(JSON.stringify(message), {
      headers: { 'content-type': 'application/json', ...headers },
    });
  try {
    const called = await callTool(calls, { name, tool, input, caller, client, signal, request: null });
    return respond({ result: present(called), jsonrpc: '2.0', id });
  } catch (error) {
    if (!(error instanceof ProtocolError)) throw error;
    const { code, message, data } = error;
    return respond({ jsonrpc: '2.0', id, error: { code, message, ...(data === undefined ? {} : { data }) } });
  }
}

const messageKeys = ['jsonrpc', 'id', 'method', 'params'];
const paramsKeys = ['name', 'arguments', '_meta'];
const metaKeys = [PROTOCOL_VERSION_META_KEY, CLIENT_INFO_META_KEY, CLIENT_CAPABILITIES_META_KEY];

function readCall(body: unknown): PlainCall | undefined {
  if (!hasOnly(body, messageKeys) || body['jsonrpc'] !== '2.0' || body['method'] !== 'tools/call')
    return undefined;
  const { id, params } = body;
  if (typeof id !== 'string' && !Number.isSafeInteger(id)) return undefined;
  if (!hasOnly(params, paramsKeys)) return undefined;
  const { name, arguments: input = {}, _meta: meta } = params;
  if (typeof name !== 'string' || !isObject(input)) return undefined;
  if (meta !== undefined && !hasOnly(meta, metaKeys)) return undefined;
  return { id: id as string | number, name, input, meta };
}

const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const hasOnly = (value: unknown, keys: readonly string[]): value is JsonObject =>
  isObject(value) && Object.keys(value).every((key) => keys.includes(key));

/** The headers of 2026 repeat the body. */
const hasModernHeaders = (headers: HttpHeaders, { name, meta }: PlainCall): boolean =>
  meta?.[PROTOCOL_VERSION_META_KEY] === modernRevision &&
  headers.get('mcp-protocol-version') === modernRevision &&
  headers.get('mcp-method') === 'tools/call' &&
  headers.get('mcp-name') === name;

function hasLegacyHeaders(headers: HttpHeaders): boolean {
  const accepted = headers.get('accept') ?? '';
  return (
    accepted.includes('application/json') &&
    accepted.includes('text/event-stream') &&
    SUPPORTED_PROTOCOL_VERSIONS.includes(headers.get('mcp-protocol-version') ?? '')
  );
}

const hasRounds = ({ tasks, asks, converses }: Tool): boolean =>
  tasks !== undefined || asks === true || converses === true;

/** A call that may take long must be able to continue in another stream. */
const waits = ({ input }: PlainCall): boolean => (input['wait_ms'] ?? 0) !== 0;
