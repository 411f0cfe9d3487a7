/**
 * Metrics in the Prometheus format: counters of calls and requests, and gauges of the app. docs/metrics.md describes
 * each; no label reveals a tenant [W10.2].
 */
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { errorTable, isErrorCode, type ServiceStatus } from '../../operations/index.ts';
import type { CallRecord } from '../mcp/contract/call-record.ts';
import type { OpenCounts } from '../mcp/contract/mcp-endpoint.ts';
import type { RequestRecord } from './request-record.ts';

export interface Metrics {
  readonly contentType: string;
  noteCall(record: Pick<CallRecord, 'tool' | 'outcome' | 'era' | 'milliseconds'>): void;
  noteRequest(record: Pick<RequestRecord, 'method' | 'route' | 'status' | 'code' | 'milliseconds'>): void;
  /** The keys of an issuer were fetched. */
  noteKeyFetch(outcome: 'ok' | 'failed'): void;
  /** Only those of the tenant of the status. @param status null if the app does not answer */
  writeAppMetrics(status: ServiceStatus | null): Promise<string>;
  /** Also those of the process. @param status null if the app does not answer */
  write(open: OpenFigures, status: ServiceStatus | null): Promise<string>;
}

export interface OpenFigures extends OpenCounts {
  /** Streams of server-sent events. */
  readonly streams: number;
}

export interface MetricsOptions {
  /** There are several tenants: then the name of a workflow would reveal one of them. */
  readonly tenants: boolean;
}

/** In seconds: a call answers within twenty. */
const buckets = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20, 30];

/** All other values share one label. */
const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

export function createMetrics({ tenants }: MetricsOptions): Metrics {
  const register = new Registry();
  const registers = [register];
  collectDefaultMetrics({ register });
  const calls = new Counter({
    name: 'signalbox_tool_calls_total',
    help: 'Completed tool calls.',
    labelNames: ['tool', 'outcome', 'era'],
    registers,
  });
  const callSeconds = new Histogram({
    name: 'signalbox_tool_call_seconds',
    help: 'Duration of tool calls.',
    labelNames: ['tool'],
    buckets,
    registers,
  });
  const requests = new Counter({
    name: 'signalbox_http_requests_total',
    help: 'Answered requests.',
    labelNames: ['method', 'route', 'status'],
    registers,
  });
  const requestSeconds = new Histogram({
    name: 'signalbox_http_request_seconds',
    help: 'Duration of requests; of streams until their end.',
    labelNames: ['method', 'route', 'status_class'],
    buckets,
    registers,
  });
  const refusals = new Counter({
    name: 'signalbox_refusals_total',
    help: 'Requests that were refused because of the caller or a limit.',
    labelNames: ['reason', 'code'],
    registers,
  });
  const keyFetches = new Counter({
    name: 'signalbox_issuer_key_fetches_total',
    help: 'Requests for the published keys of issuers.',
    labelNames: ['outcome'],
    registers,
  });
  const gauge = (name: string, help: string) => new Gauge({ name: `signalbox_${name}`, help, registers });
  const sessions = gauge('sessions', 'Sessions of clients of the 2025 revisions.');
  const subscriptions = gauge('subscriptions', 'Streams of clients that subscribe to changes.');
  const streams = gauge('open_streams', 'Open streams of server-sent events.');
  const openCalls = gauge('open_calls', 'Active tool calls.');
  return {
    contentType: register.contentType,
    noteCall({ tool: name, outcome, era, milliseconds }) {
      const tool = tenants && name.startsWith('w_') ? 'w_*' : name;
      calls.inc({ tool, outcome, era });
      callSeconds.observe({ tool }, milliseconds / 1_000);
    },
    noteRequest({ method: written, route, status, code, milliseconds }) {
      const method = methods.has(written) ? written : 'other';
      requests.inc({ method, route, status });
      const status_class = `${Math.floor(status / 100)}xx`;
      requestSeconds.observe({ method, route, status_class }, milliseconds / 1_000);
      const reason = code === null ? undefined : reasonOf(code);
      if (code !== null && reason !== undefined) refusals.inc({ reason, code });
    },
    noteKeyFetch: (outcome) => keyFetches.inc({ outcome }),
    writeAppMetrics,
    async write(open, status) {
      sessions.set(open.sessions);
      subscriptions.set(open.subscriptions);
      streams.set(open.streams);
      openCalls.set(open.calls);
      return `${await register.metrics()}${await writeAppMetrics(status)}`;
    },
  };
}

/** For the tenant of the caller. Nothing is stored, since others may read at the same time. */
function writeAppMetrics(status: ServiceStatus | null): Promise<string> {
  const register = new Registry();
  const registers = [register];
  const gauge = (name: string, help: string, value: number): void =>
    new Gauge({ name: `signalbox_${name}`, help, registers }).set(value);
  const gauges = (name: string, label: string, help: string, values: Readonly<Record<string, number>>) => {
    const each = new Gauge({ name: `signalbox_${name}`, help, labelNames: [label], registers });
    for (const [labelled, value] of Object.entries(values)) each.set({ [label]: labelled }, value);
  };
  const counters = (name: string, label: string, help: string, values: Readonly<Record<string, number>>) => {
    const each = new Counter({ name: `signalbox_${name}`, help, labelNames: [label], registers });
    for (const [labelled, value] of Object.entries(values)) each.inc({ [label]: labelled }, value);
  };
  gauge('app_up', '1 if work can be stored, 0 if not.', status?.problem === '' ? 1 : 0);
  if (status !== null) {
    gauge('open_work_items', 'Open work items.', status.openItems);
    gauges('runs', 'state', 'Stored runs, by state.', status.runs);
    gauges('definitions', 'validity', 'Workflows, by validity.', status.definitions);
    gauges('quota_used', 'quota', 'Usage of each quota.', pick(status.quotas, 'used'));
    gauges('quota_limit', 'quota', 'Limit of each quota.', pick(status.quotas, 'limit'));
    const { waiting, givenUp, attempts } = status.webhooks;
    gauges('webhook_deliveries', 'state', 'Deliveries to subscribers that are not completed.', {
      waiting,
      given_up: givenUp,
    });
    counters('webhook_attempts_total', 'outcome', 'Attempts of deliveries, by outcome.', attempts);
    const keyed = 'Requests with an idempotency key, by outcome.';
    counters('keyed_requests_total', 'outcome', keyed, status.keyedRequests);
    gauges('engine_load', 'what', 'Load of the engine.', status.load);
  }
  return register.metrics();
}

const pick = (quotas: ServiceStatus['quotas'], figure: 'used' | 'limit'): Readonly<Record<string, number>> =>
  Object.fromEntries(Object.entries(quotas).map(([name, quota]) => [name, quota[figure]]));

/** `undefined` for refusals for other reasons. */
function reasonOf(code: string): 'authentication' | 'authorisation' | 'limit' | undefined {
  if (!isErrorCode(code)) return undefined;
  const { category, status } = errorTable[code];
  if (category === 'limit') return 'limit';
  if (category !== 'permission') return undefined;
  return status === 401 ? 'authentication' : 'authorisation';
}
