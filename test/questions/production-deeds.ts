/** What a server can do for a caller, over each interface, and how one sees that it was done. */

import { registry } from '../../src/operations/index.ts';
import { restRoutesOf } from '../../src/server/rest/rest-routes.ts';
import { streamRoutes } from '../../src/server/streams/stream-request.ts';
import type { Random } from '../../src/testing/index.ts';
import { callTool, type HttpRequest, invokeTool, post } from '../hostile/attack.ts';

export interface Deed {
  readonly request: DeedRequest;
  /** What the answer contains. */
  readonly shows: RegExp;
  /** It stores or calls something. */
  readonly leaves: boolean;
}

export type DeedRequest = Omit<HttpRequest, 'method'> & { readonly method: string };

/** Sends a request that is performed. @returns the text of the answer */
export type Perform = (request: DeedRequest) => Promise<string>;

interface Sealed {
  readonly session_id: string;
  readonly state_blob: string;
}

/** Of a server that performs nothing. */
const imagined: Sealed = { session_id: 'run_01m7tetxc55m8zxk2r7y1q1a9v', state_blob: 'sb1.x' };

const begin = { workflow_id: 'quokka-trip' };

/** A session at one of its points. */
async function sessionAt(point: Point, perform: Perform | null): Promise<Sealed> {
  if (perform === null) return imagined;
  const ask = async (path: string, body: object): Promise<Sealed> => {
    const { session_id, state_blob } = JSON.parse(await perform(post(path, body))) as Sealed;
    return { session_id, state_blob };
  };
  const answer = ({ session_id, state_blob }: Sealed, answer_value: unknown): Promise<Sealed> =>
    ask(`/v1/question-sessions/${session_id}/answers`, { state_blob, answer_value, complete: false });
  const first = await ask('/v1/question-sessions', begin);
  if (point === 'first question') return first;
  const second = await answer(first, 'wombat');
  return point === 'last question' ? second : answer(second, 2);
}

type Point = 'first question' | 'last question' | 'all answered';

interface ToolDeed {
  readonly tool: string;
  /** The last part of its route, if it is about a session. */
  readonly verb?: string;
  readonly point?: Point;
  readonly more?: object;
  readonly leaves?: boolean;
}

const toolDeeds: readonly ToolDeed[] = [
  { tool: 'start_workflow', more: begin, leaves: true },
  { tool: 'restart_workflow', more: begin, leaves: true },
  { tool: 'submit_answer', verb: 'answers', point: 'first question', more: { answer_value: 'wombat' } },
  { tool: 'submit_answer', verb: 'answers', point: 'last question', more: { answer_value: 3 }, leaves: true },
  { tool: 'go_back', verb: 'back', point: 'last question' },
  { tool: 'restore_session', verb: 'restore', point: 'first question', more: { include_state: true } },
  { tool: 'complete_workflow', verb: 'complete', point: 'all answered', leaves: true },
  { tool: 'cancel_workflow', verb: 'cancel', point: 'last question', leaves: true },
];

async function toolDeed(random: Random, perform: Perform | null): Promise<Deed> {
  const { tool, verb, point, more = {}, leaves = false } = random.pick(toolDeeds);
  const session = point === undefined ? {} : await sessionAt(point, perform);
  const input = { ...session, ...more };
  const { session_id: id, ...body } = input as Partial<Sealed>;
  const own = tool === 'restart_workflow' ? '/restart' : '';
  const request = random.pick([
    post(`/v1/question-sessions${id === undefined ? own : `/${id}/${verb}`}`, body),
    post('/rpc', { jsonrpc: '2.0', id: 1, method: tool, params: input }),
    post('/rpc', [{ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: tool, arguments: input } }]),
    callTool(tool, input),
    invokeTool(tool, input),
  ]);
  return { request, shows: /quokka-trip/, leaves };
}

const get = (path: string): DeedRequest => ({ method: 'GET', path });

/** @param nth makes names new */
const otherDeeds = (nth: number): readonly Deed[] => {
  const source = `workflows:\n  wombat_${nth}: { graph: { say: { call: echo, args: {} } } }\n`;
  const saved = { method: 'PUT', path: `/v1/documents/made-${nth}.yaml`, body: { source } };
  const key = post('/v1/keys', { name: `wombat-${nth}`, scopes: ['workflows:query'] });
  const run = invokeTool('workflow_run', { workflow_id: 'wombat', wait_ms: 20_000 });
  const stored = (request: DeedRequest, shows: RegExp): Deed => ({ request, shows, leaves: true });
  const shown = (request: DeedRequest, shows: RegExp): Deed => ({ request, shows, leaves: false });
  return [
    stored(saved, /made-/),
    stored(key, /sbx_/),
    stored(run, /"completed"/),
    shown(post('/v1/question-flows', { adapters: ['hetzner'] }), /hetzner/),
    shown(get('/'), /<html/),
    shown(get('/metrics'), /signalbox_app_up/),
    shown(get('/.well-known/mcp.json'), /start_workflow|workflow_list/),
    shown(get('/openapi.json'), /question-sessions/),
    shown(get('/v1/workflows'), /quokka-trip/),
    shown(get('/v1/runs'), /"runs"/),
    shown(get('/v1/adapters'), /hetzner/),
    shown(get('/v1/keys'), /"keys"/),
    shown(get('/v1/audit'), /"entries"/),
    shown(get('/v1/status'), /definitions/),
    ...Object.values(streamRoutes).flatMap(({ path }) =>
      path.includes('{') ? [] : [shown(get(path), /\n\n/)],
    ),
    shown(get('/mcp/server-card'), /signalbox/i),
    shown(get('/.well-known/oauth-protected-resource/mcp'), /resource/),
    shown(get('/.well-known/ai-catalog.json'), /signalbox/i),
    shown(get('/errors/plain_http'), /plain_http/),
  ];
};

/** @param perform null if the server performs nothing */
export function randomDeed(random: Random, nth: number, perform: Perform | null): Promise<Deed> | Deed {
  return random.chance(0.55) ? toolDeed(random, perform) : random.pick(otherDeeds(nth));
}

/** Orchestrators probe a server without TLS. */
const probes = ['/health', '/ready', '/health?verbose=1'];

export const isProbe = ({ path }: DeedRequest): boolean => probes.includes(path);

const paths: readonly string[] = [
  ...restRoutesOf(registry).map(({ path }) => path),
  ...Object.values(streamRoutes).map(({ path }) => path),
  ...['/', '/mcp', '/mcp/', '/rpc', '/mcp/tools/invoke', '/metrics', '/openapi.json', '/nowhere', '/errors'],
  ...['/.well-known/mcp.json', '/.well-known/mcp/catalog.json', '/.well-known/oauth-protected-resource'],
];
const methods = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'TRACE', 'PROPFIND'];

/** A probe, or any route with any method. */
export function randomRequest(random: Random): DeedRequest {
  if (random.chance(0.15)) return get(random.pick(probes));
  const path = random
    .pick(paths)
    .replaceAll(/\{\w+\*?\}/g, () => random.pick(['x', 'made-1.yaml', 'hetzner']));
  const method = random.pick(methods);
  const target = random.chance(0.1) ? `${path}?access_token=x&limit=1` : path;
  if (['GET', 'HEAD', 'OPTIONS', 'TRACE'].includes(method)) return { method, path: target };
  return { method, path: target, body: random.pick([begin, {}, { name: 'wombat', scopes: ['admin'] }]) };
}
