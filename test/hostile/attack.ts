/** An attack: what one tenant sends to slow the others down. Every request is within the size limits of the server. */

export interface HttpRequest {
  readonly method: 'GET' | 'POST' | 'PUT';
  readonly path: string;
  readonly body?: object;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface HttpResponse {
  readonly status: number;
  readonly text: string;
}

export type Send = (request: HttpRequest) => Promise<HttpResponse>;

export interface Attack {
  readonly name: string;
  /** How large the test makes it, and the bench. The unit is that of the document. */
  readonly small: number;
  readonly full: number;
  /** Saves what the attack needs, once. */
  prepare?(send: Send, size: number): Promise<void>;
  /** One pass. `nth` makes the document new, so that no cache has the answer. */
  perform(send: Send, size: number, nth: number): Promise<HttpResponse>;
}

/** An attack of one request. */
export const attackWith = (
  name: string,
  sizes: Pick<Attack, 'small' | 'full'>,
  request: (size: number, nth: number) => HttpRequest,
): Attack => ({ name, ...sizes, perform: (send, size, nth) => send(request(size, nth)) });

export const post = (path: string, body: object): HttpRequest => ({ method: 'POST', path, body });

export const validate = (source: string, path = 'hostile.yaml'): HttpRequest =>
  post('/v1/validations', { source, path });

export const save = (path: string, source: string): HttpRequest => ({
  method: 'PUT',
  path: `/v1/documents/${path}`,
  body: { source, overwrite: true },
});

/** Throws if it was refused. */
export async function sendAndExpect(send: Send, request: HttpRequest): Promise<HttpResponse> {
  const response = await send(request);
  if (response.status < 300) return response;
  const code = /"error_code":"(\w+)"/.exec(response.text)?.[1] ?? 'no error code';
  throw new Error(`${request.path} returned ${response.status} ${code}: ${response.text.slice(0, 500)}`);
}

/** A tool call in the protocol of 2026. */
export const callTool = (name: string, given: object): HttpRequest => ({
  ...post('/mcp', {
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: {
      name,
      arguments: given,
      _meta: {
        'io.modelcontextprotocol/protocolVersion': '2026-07-28',
        'io.modelcontextprotocol/clientCapabilities': {},
      },
    },
  }),
  headers: { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/call', 'mcp-name': name },
});

/** A tool call without the protocol. */
export const invokeTool = (tool: string, input: object): HttpRequest =>
  post('/mcp/tools/invoke', { tool, input });

export const times = <Item>(count: number, make: (at: number) => Item): Item[] =>
  Array.from({ length: count }, (_, at) => make(at));
