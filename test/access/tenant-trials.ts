/** Random requests of principals of several tenants: every REST route, tool, resource and task, with ids of any tenant. */
import type { Json } from '../../src/kernel/index.ts';
import { registry } from '../../src/operations/index.ts';
import { restRoutesOf } from '../../src/server/rest/rest-routes.ts';
import type { Random } from '../../src/testing/index.ts';
import type { Asking } from './secured-server.ts';

export interface Trial {
  readonly path: string;
  readonly asking: Asking;
}

/** Known ids of a tenant. */
export interface OwnedIds {
  readonly runs: string[];
  readonly items: string[];
  readonly keys: string[];
  readonly workflows: string[];
  readonly paths: string[];
  readonly hashes: string[];
  /** Cursors of every kind: of lists, of changes, of the feed. */
  readonly cursors: string[];
}

/** @param mark contained in every text of the caller */
export function randomTrial(random: Random, own: OwnedIds, others: OwnedIds, mark: string): Trial {
  const value = (field: string): Json | undefined =>
    pickValue(random, random.chance(0.5) ? own : others, field, mark);
  return random.weighted<() => Trial>([
    [10, () => restTrial(random, value)],
    [3, () => toolTrial(random, value)],
    [2, () => resourceTrial(random, value)],
    [1, () => taskTrial(random, value)],
  ])();
}

type PickValue = (field: string) => Json | undefined;

function restTrial(random: Random, value: PickValue): Trial {
  const { operation, method, path } = random.pick(restRoutesOf(registry));
  const given = inputOf(random, operation, value, path);
  const filled = path.replaceAll(/\{(\w+)\*?\}/g, (_, name: string) => {
    const text = String(value(name) ?? 'x');
    return path.includes(`{${name}*}`)
      ? text.split('/').map(encodeURIComponent).join('/')
      : encodeURIComponent(text);
  });
  if (method === 'POST' || method === 'PUT') return { path: filled, asking: { method, body: given } };
  const query = new URLSearchParams(
    Object.entries(given).map(([name, each]): [string, string] => [
      name,
      typeof each === 'string' ? each : JSON.stringify(each),
    ]),
  );
  return { path: `${filled}?${query}`, asking: { method } };
}

/** Required fields always, optional fields sometimes. */
function inputOf(random: Random, operation: string, value: PickValue, path: string): Record<string, Json> {
  const given: Record<string, Json> = {};
  for (const { name, isRequired } of fieldsOf(operation)) {
    if (path.includes(`{${name}}`) || path.includes(`{${name}*}`) || name === 'waitMs') continue;
    const each = isRequired || random.chance(0.3) ? value(name) : undefined;
    if (each !== undefined) given[name] = each;
  }
  return given;
}

interface Field {
  readonly name: string;
  readonly isRequired: boolean;
}

function fieldsOf(operation: string): readonly Field[] {
  const { input } = registry.get(operation);
  const shape =
    'shape' in input
      ? (input.shape as Record<string, { safeParse(value: unknown): { success: boolean } }>)
      : {};
  return Object.entries(shape).map(([name, field]) => ({
    name,
    isRequired: !field.safeParse(undefined).success,
  }));
}

function pickValue(random: Random, of: OwnedIds, field: string, mark: string): Json | undefined {
  const one = (list: readonly string[]): string | undefined =>
    list.length === 0 ? undefined : random.pick(list);
  switch (field) {
    case 'run':
    case 'left':
    case 'right':
    case 'forkOf':
    case 'prefix':
      return one(of.runs);
    case 'item':
    case 'target':
      return one(of.items);
    case 'key':
      return one(of.keys);
    case 'workflow':
    case 'text':
      return one(of.workflows);
    case 'path':
    case 'to':
      return random.chance(0.8) ? one(of.paths) : `sub/${mark}.yaml`;
    case 'revision':
    case 'expected':
      return one(of.hashes);
    case 'cursor':
    case 'after':
      return random.chance(0.3) ? '0' : one(of.cursors);
    case 'at':
      return 1 + random.int(3);
    case 'limit':
      return 1 + random.int(100);
    case 'params':
      return { name: `${mark}-param` };
    case 'output':
      return { yes: random.chance(0.5) };
    case 'source':
      return sourceOf(`${mark.replaceAll('-', '_')}_${random.int(3)}`, mark);
    case 'name':
      return `${mark}-${random.int(50)}`;
    case 'message':
    case 'reason':
      return `${mark}-said`;
    case 'payload':
      return { said: `${mark}-signal` };
    case 'idempotencyKey':
      // The same key for all of them: no principal may get the result of another.
      return `key-${random.int(5)}`;
    case 'scopes':
      return ['workflows:query'];
    case 'overwrite':
    case 'suspended':
    case 'undo':
      return random.chance(0.5);
    case 'olderThanMs':
      return 3_600_000;
    default:
      return undefined;
  }
}

/** A document with one workflow that asks a question and shows its input. */
export const sourceOf = (name: string, mark: string): string => `workflows:
  ${name}:
    description: "Of ${mark}"
    params: { name: { type: str, default: "${mark}-default" } }
    graph:
      ask: { type: yield, message: "Is $name of ${mark}?", expects: { yes: bool } }
      said: { call: echo, depends_on: [ask], args: { text: "${mark} said $name" } }
`;

function toolTrial(random: Random, value: PickValue): Trial {
  const run = value('run') ?? 'x';
  const [tool, input] = random.pick<readonly [string, Record<string, Json>]>([
    ['cases_status', { case_id: run }],
    ['cases_cancel', { case_id: run }],
    ['run_history', { run_id: run }],
    ['run_fork', { run_id: run, at: 1 }],
    ['workitems_list', random.chance(0.5) ? { case_id: run } : {}],
    ['workitems_checkout', { workitem_id: value('item') ?? 'x' }],
    ['workitems_complete', { workitem_id: value('item') ?? 'x', output_data: { yes: true } }],
    ['workflow_get', { workflow_id: value('workflow') ?? 'x' }],
    ['workflow_list', {}],
    ['workflow_run', { workflow_id: value('workflow') ?? 'x', inputs: { name: 'n' }, wait_ms: 0 }],
    ['workflow_save', { content: value('source') ?? '', path: value('path') ?? 'a.yaml', overwrite: true }],
    [`w_${value('workflow') ?? 'x'}`, {}],
  ]);
  if (random.chance(0.5)) return { path: '/mcp/tools/invoke', asking: { body: { tool, input } } };
  return { path: '/rpc', asking: { body: { jsonrpc: '2.0', id: 1, method: tool, params: input } } };
}

function resourceTrial(random: Random, value: PickValue): Trial {
  const run = value('run') ?? 'x';
  const workflow = value('workflow') ?? 'x';
  const uri = random.pick([
    `run://${run}`,
    `run://${run}/state`,
    `run://${run}/output`,
    `run://${run}/drawing.svg`,
    'workflow://default/graph',
    `workflow://default/${workflow}`,
    `workflow://default/${workflow}/source`,
    `workflow://default/${workflow}/schema`,
  ]);
  const begun = String(random.chance(0.5) ? run : workflow).slice(0, random.pick([0, 4, 40]));
  return random.weighted<Trial>([
    [6, mcp('resources/read', { uri })],
    [2, mcp('resources/list', {})],
    [1, mcp('tools/list', {})],
    [1, completion('run://{id}', 'id', begun)],
    [1, completion('workflow://{domain}/{name}', 'name', begun)],
  ]);
}

const completion = (uri: string, name: string, value: string): Trial =>
  mcp('completion/complete', { ref: { type: 'ref/resource', uri }, argument: { name, value } });

const taskTrial = (random: Random, value: PickValue): Trial =>
  mcp(random.pick(['tasks/get', 'tasks/cancel']), { taskId: value('run') ?? 'x' });

function mcp(method: string, params: Record<string, Json>): Trial {
  return {
    path: '/mcp',
    asking: {
      body: { jsonrpc: '2.0', id: 1, method, params },
      headers: { accept: 'application/json, text/event-stream', 'mcp-protocol-version': '2025-11-25' },
    },
  };
}
