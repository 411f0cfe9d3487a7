/** Sends a raw request of the 2026 era, for methods that no client has. */
import type { RawClientDispatch, V2RequestFraming } from '@modelcontextprotocol/ext-tasks/client';
import type { TestClientOptions } from './test-client.ts';

const revision = '2026-07-28';

export const tasksExtension = 'io.modelcontextprotocol/tasks';

/** The metadata of a client that supports tasks and can ask its user. */
export const framing: V2RequestFraming = {
  protocolVersion: revision,
  clientInfo: { name: 'guest', version: '1.0.0' },
  clientCapabilities: { elicitation: { form: {} }, extensions: { [tasksExtension]: {} } },
};

export type Answer = Awaited<ReturnType<RawClientDispatch>>;

export function dispatchTo(
  url: string,
  headers: Readonly<Record<string, string>> = {},
  carry: NonNullable<TestClientOptions['fetch']> = fetch,
): RawClientDispatch {
  let lastId = 0;
  return async (request, { signal = null } = {}) => {
    const { method, params } = request as unknown as { readonly method: string; readonly params: Params };
    const name = params.taskId ?? params.name;
    const response = await carry(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        'mcp-protocol-version': revision,
        'mcp-method': method,
        ...(name === undefined ? {} : { 'mcp-name': name }),
        ...headers,
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: ++lastId, method, params }),
      signal,
    });
    const text = await response.text();
    const isStream = response.headers.get('content-type')?.startsWith('text/event-stream');
    const answer: { readonly result?: Result; readonly error?: Failure } = JSON.parse(
      isStream ? lastEvent(text) : text,
    );
    if (answer.error !== undefined) return { kind: 'error', error: answer.error };
    return { kind: 'result', result: answer.result ?? null };
  };
}

/** The metadata of every request of that era. */
export const envelope = (capabilities: Readonly<Record<string, unknown>>) => ({
  'io.modelcontextprotocol/protocolVersion': framing.protocolVersion,
  'io.modelcontextprotocol/clientInfo': framing.clientInfo,
  'io.modelcontextprotocol/clientCapabilities': capabilities,
});

export interface AskOptions {
  readonly headers?: Readonly<Record<string, string>>;
  /** Capabilities of the client, if not the default ones. */
  readonly capabilities?: Readonly<Record<string, unknown>>;
  /** Sends the request instead of the network. */
  readonly fetch?: NonNullable<TestClientOptions['fetch']>;
}

/** The same with that metadata. */
export function ask(
  url: string,
  method: string,
  params: Readonly<Record<string, unknown>>,
  { headers = {}, capabilities = framing.clientCapabilities, fetch: carry }: AskOptions = {},
): Promise<Answer> {
  // It is serialized as JSON.
  const request = {
    method,
    params: { ...params, _meta: envelope(capabilities) },
  } as Parameters<RawClientDispatch>[0];
  return dispatchTo(url, headers, carry)(request);
}

interface Params {
  readonly taskId?: string;
  readonly name?: string;
}

type Result = Extract<Answer, { readonly kind: 'result' }>['result'];
type Failure = Extract<Answer, { readonly kind: 'error' }>['error'];

function lastEvent(stream: string): string {
  const data = stream.split('\n').filter((line) => line.startsWith('data:'));
  return data.at(-1)?.slice('data:'.length) ?? '';
}
