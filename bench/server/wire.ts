/** The wire format of each protocol era: the first request, and what every call contains. */

/** `modern` is revision 2026-07-28, `legacy` is 2025-11-25. */
export type Era = 'modern' | 'legacy';

export const revisions: Readonly<Record<Era, string>> = { modern: '2026-07-28', legacy: '2025-11-25' };

export interface Message {
  readonly id?: number;
  readonly method: string;
  readonly params?: object;
}

/** The part of a server's response that is read here. */
export interface Reply {
  readonly id?: number;
  readonly result?: {
    readonly tools?: readonly { readonly name: string }[];
    readonly isError?: boolean;
    readonly content?: readonly { readonly type: string; readonly text?: string }[];
    readonly structuredContent?: Readonly<Record<string, unknown>>;
  };
}

const client = { name: 'bench', version: '1' };

export const write = (message: Message): string => JSON.stringify({ jsonrpc: '2.0', ...message });

/** A request of an era: in 2026 each names its client and its revision. */
export function request(era: Era, id: number, method: string, params: object = {}): Message {
  if (era === 'legacy') return { id, method, params };
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': revisions.modern,
    'io.modelcontextprotocol/clientCapabilities': {},
    'io.modelcontextprotocol/clientInfo': client,
  };
  return { id, method, params: { ...params, _meta } };
}

/** The first request of a client. */
export function greeting(era: Era, id: number): Message {
  if (era === 'modern') return request(era, id, 'server/discover');
  const params = { protocolVersion: revisions.legacy, capabilities: {}, clientInfo: client };
  return { id, method: 'initialize', params };
}

/** The notification of a 2025 client after the handshake. */
export const greeted: Message = { method: 'notifications/initialized' };

export type Headers = Readonly<Record<string, string>>;

export const plainHeaders: Headers = {
  'content-type': 'application/json',
  accept: 'application/json, text/event-stream',
};

/** Headers of a tool call. */
export function callHeaders(era: Era, tool: string, session: string | undefined): Headers {
  const version = { ...plainHeaders, 'mcp-protocol-version': revisions[era] };
  if (era === 'modern') return { ...version, 'mcp-method': 'tools/call', 'mcp-name': tool };
  return session === undefined ? version : { ...version, 'mcp-session-id': session };
}

/** From a JSON body, or a stream whose last message is the response. */
export function readReply(text: string): Reply {
  const line = text.startsWith('{') ? text : text.slice(text.lastIndexOf('\ndata: ') + '\ndata: '.length);
  return JSON.parse(line) as Reply;
}
