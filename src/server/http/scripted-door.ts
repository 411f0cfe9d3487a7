/** For tests of the HTTP server: a door that answers as it is told, and remembers what it was asked. */

import type { ServiceStatus } from '../../operations/index.ts';
import { developmentPrincipal } from '../auth/development-principal.ts';
import type { Identify } from '../auth/identify.ts';
import { createRateLimits } from '../auth/rate-limits.ts';
import type { ToolChoice } from '../mcp/contract/contents.ts';
import type { HttpVisitor, Invocation, Invoked, McpDoor, Visitor } from '../mcp/contract/mcp-door.ts';
import type { Tool } from '../mcp/contract/tool.ts';
import { createMetrics } from '../telemetry/metrics.ts';
import { createProxies } from './client-address.ts';
import { createGate, type Gate } from './gate.ts';
import { httpLimits } from './http-limits.ts';
import type { HttpOptions } from './http-options.ts';

export interface ScriptedDoor extends McpDoor {
  readonly asked: { readonly request: Request; readonly visitor: HttpVisitor }[];
  readonly invoked: { readonly order: Invocation; readonly visitor: Visitor }[];
  /** What it was told of the end, in order. */
  readonly ends: ('drain' | 'close')[];
}

export interface DoorScript {
  readonly fetch?: (request: Request, visitor: HttpVisitor) => Promise<Response>;
  readonly invoke?: (order: Invocation) => Promise<Invoked>;
  readonly close?: () => Promise<void>;
}

export function scriptedDoor(script: DoorScript = {}): ScriptedDoor {
  const asked: ScriptedDoor['asked'] = [];
  const invoked: ScriptedDoor['invoked'] = [];
  const ends: ScriptedDoor['ends'] = [];
  return {
    asked,
    invoked,
    ends,
    open: { sessions: 1, subscriptions: 2, calls: 3 },
    fetch(request, visitor) {
      asked.push({ request, visitor });
      return script.fetch?.(request, visitor) ?? Promise.resolve(Response.json({ ok: true }));
    },
    invoke(order, visitor) {
      invoked.push({ order, visitor });
      return script.invoke?.(order) ?? Promise.resolve({ status: 200, body: { ok: true } });
    },
    connect() {
      throw new Error('Nobody connects to it');
    },
    drain() {
      ends.push('drain');
    },
    async close() {
      ends.push('close');
      await script.close?.();
    },
  };
}

const sampleStatus: ServiceStatus = {
  runs: { running: 2, completed: 5 },
  openItems: 1,
  definitions: { valid: 3, invalid: 1 },
  mistaken: ['broken.yawl'],
  quotas: {},
  webhooks: { waiting: 0, givenUp: 0, attempts: {} },
  keyedOrders: { performed: 2, repeated: 1, unavailable: 0 },
  repositories: [],
  load: { queued: 4 },
};

const sampleTool: Tool = {
  name: 'w_hello',
  title: 'Greets <everybody> & all',
  toolset: 'orchestration',
  isUsual: true,
  description: 'Greets.',
  operations: [],
  hints: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: true },
  input: { schema: { type: 'object', properties: { name: { type: 'string' } } }, parse: (given) => given },
  output: { type: 'object' },
  aliases: [],
  perform: () => Promise.reject(new Error('Nobody calls it')),
};

/** Whoever is told by `identify` comes in, as often as they like. */
export const openGate = (identify: Identify): Gate =>
  createGate({
    identify,
    rates: createRateLimits({ principal: null, tenant: null, burst: 1 }),
    demandsTls: false,
    wrongCredentials: httpLimits.wrongCredentials,
    recheckEvery: httpLimits.recheckEvery,
  });

/** @param more what is not as usual */
export function scriptedOptions(more: Partial<HttpOptions> = {}): HttpOptions {
  const principal = developmentPrincipal('ann');
  return {
    door: scriptedDoor(),
    tools: {
      list: async (_, choice: ToolChoice) => (choice?.includes('none') === true ? [] : [sampleTool]),
      find: async () => undefined,
      findByWorkflow: async () => undefined,
    },
    call: () => Promise.reject(new Error('Nobody calls it')),
    gateAt: () => openGate(() => principal),
    proxies: createProxies([]),
    protectedResource: (base, path) => ({ resource: `${base}${path}` }),
    streamQuotas: { perPrincipal: 100, perTenant: 1_000 },
    isDevelopment: true,
    version: '1.2.3',
    choice: ['default'],
    status: async () => sampleStatus,
    probe: async () => undefined,
    metrics: createMetrics({ tenants: false }),
    standing: () => [['Data folder', '/data/<here>']],
    stdioCommand: { command: 'node', args: ['signalbox.js', 'stdio'] },
    report: (line, error) => {
      throw new Error(line, { cause: error });
    },
    isOfOperation: () => false,
    conclude: () => {},
    limits: httpLimits,
    ...more,
  };
}
