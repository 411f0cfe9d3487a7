/** For tests of the HTTP server: an endpoint with scripted answers that records its requests. */

import { registry, type ServiceStatus } from '../../src/operations/index.ts';
import { type Authenticator, createAuthenticator } from '../../src/server/auth/authenticator.ts';
import { developmentPrincipal } from '../../src/server/auth/development-principal.ts';
import type { Identify } from '../../src/server/auth/identify.ts';
import { createRateLimits } from '../../src/server/auth/rate-limits.ts';
import { httpLimits } from '../../src/server/http/contract/http-limits.ts';
import type { HttpOptions } from '../../src/server/http/contract/http-options.ts';
import type { ToolChoice } from '../../src/server/mcp/contract/contents.ts';
import type {
  Caller,
  HttpCaller,
  Invocation,
  Invoked,
  McpEndpoint,
} from '../../src/server/mcp/contract/mcp-endpoint.ts';
import type { Tool } from '../../src/server/mcp/contract/tool.ts';
import { createProxies } from '../../src/server/message/client-address.ts';
import type { HttpRequest } from '../../src/server/message/http-request.ts';
import type { HttpResponse } from '../../src/server/message/http-response.ts';
import { jsonResponse } from '../../src/server/message/json-response.ts';
import { createMetrics } from '../../src/server/telemetry/metrics.ts';

export interface ScriptedEndpoint extends McpEndpoint {
  readonly asked: { readonly request: HttpRequest; readonly caller: HttpCaller }[];
  readonly invoked: { readonly invocation: Invocation; readonly caller: Caller }[];
  /** Notifications of the end, in order. */
  readonly ends: ('drain' | 'close')[];
}

export interface EndpointScript {
  readonly fetch?: (request: HttpRequest, caller: HttpCaller) => Promise<HttpResponse>;
  readonly invoke?: (invocation: Invocation) => Promise<Invoked>;
  readonly close?: () => Promise<void>;
}

export function scriptedEndpoint(script: EndpointScript = {}): ScriptedEndpoint {
  const asked: ScriptedEndpoint['asked'] = [];
  const invoked: ScriptedEndpoint['invoked'] = [];
  const ends: ScriptedEndpoint['ends'] = [];
  return {
    asked,
    invoked,
    ends,
    open: { sessions: 1, subscriptions: 2, calls: 3 },
    fetch(request, caller) {
      asked.push({ request, caller });
      return script.fetch?.(request, caller) ?? Promise.resolve(jsonResponse({ ok: true }));
    },
    invoke(invocation, caller) {
      invoked.push({ invocation, caller });
      return script.invoke?.(invocation) ?? Promise.resolve({ status: 200, body: { ok: true } });
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
  problem: '',
  runs: { running: 2, completed: 5 },
  openItems: 1,
  definitions: { valid: 3, invalid: 1 },
  mistaken: ['broken.yawl'],
  quotas: {},
  webhooks: { waiting: 0, givenUp: 0, attempts: {} },
  keyedRequests: { performed: 2, repeated: 1, unavailable: 0 },
  repositories: [],
  load: { queued: 4 },
};

export const sampleTool: Tool = {
  name: 'w_hello',
  title: 'Hello',
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

/** Admits every principal that `identify` returns, without limits. */
export const openAuthenticator = (identify: Identify): Authenticator =>
  createAuthenticator({
    identify,
    rates: createRateLimits({ principal: null, tenant: null, burst: 1 }),
    demandsTls: false,
    wrongCredentials: httpLimits.wrongCredentials,
    recheckEvery: httpLimits.recheckEvery,
  });

/** @param more deviations from the defaults */
export function scriptedOptions(more: Partial<HttpOptions> = {}): HttpOptions {
  const principal = developmentPrincipal('ann');
  return {
    mcpEndpoint: scriptedEndpoint(),
    tools: {
      list: async (_, choice: ToolChoice) => (choice?.includes('none') === true ? [] : [sampleTool]),
      find: async () => undefined,
      findByWorkflow: async () => undefined,
    },
    call: () => Promise.reject(new Error('Nobody calls it')),
    registry,
    authenticatorFor: () => openAuthenticator(() => principal),
    proxies: createProxies([]),
    protectedResource: (base, path) => ({ resource: `${base}${path}` }),
    streamQuotas: { perPrincipal: 100, perTenant: 1_000 },
    isDevelopment: true,
    version: '1.2.3',
    choice: ['default'],
    status: async () => sampleStatus,
    probe: async () => undefined,
    metrics: createMetrics({ tenants: false }),
    serverFacts: () => [['Data folder', '/data/<here>']],
    stdioCommand: { command: 'node', args: ['signalbox.js', 'stdio'] },
    report: (line, error) => {
      throw new Error(line, { cause: error });
    },
    onRequestEnded: () => {},
    limits: httpLimits,
    ...more,
  };
}
