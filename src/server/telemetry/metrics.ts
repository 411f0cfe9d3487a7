/** Figures in the form that Prometheus reads: of calls and requests as they are counted, of the house as it stands. */
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { ServiceStatus } from '../../operations/index.ts';
import type { CallRecord } from '../mcp/contract/call-record.ts';
import type { OpenThings } from '../mcp/contract/mcp-door.ts';

export interface Metrics {
  readonly contentType: string;
  noteCall(record: CallRecord): void;
  /** @param route one of those that there are; everything else has one name together */
  noteRequest(route: string, status: number): void;
  /** @param status null where the house does not answer */
  write(open: OpenThings, status: ServiceStatus | null): Promise<string>;
}

/** In seconds: a call answers within twenty. */
const buckets = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20, 30];

export function createMetrics(): Metrics {
  const register = new Registry();
  const registers = [register];
  collectDefaultMetrics({ register });
  const calls = new Counter({
    name: 'signalbox_tool_calls_total',
    help: 'Calls of tools that have ended.',
    labelNames: ['tool', 'outcome', 'era'],
    registers,
  });
  const seconds = new Histogram({
    name: 'signalbox_tool_call_seconds',
    help: 'How long calls of tools took.',
    labelNames: ['tool'],
    buckets,
    registers,
  });
  const requests = new Counter({
    name: 'signalbox_http_requests_total',
    help: 'Requests that were answered.',
    labelNames: ['route', 'status'],
    registers,
  });
  const gauge = (name: string, help: string) => new Gauge({ name: `signalbox_${name}`, help, registers });
  const labelled = (name: string, label: string, help: string) =>
    new Gauge({ name: `signalbox_${name}`, help, labelNames: [label], registers });
  const sessions = gauge('sessions', 'Sessions of clients of the 2025 revisions.');
  const subscriptions = gauge('subscriptions', 'Streams of clients that want to be told of changes.');
  const openCalls = gauge('open_calls', 'Calls of tools that are under way.');
  const up = gauge('house_up', '1 where the data folder answers, else 0.');
  const items = gauge('open_work_items', 'Work items that wait for somebody.');
  const runs = labelled('runs', 'state', 'Runs that are kept, by state.');
  const definitions = labelled('definitions', 'validity', 'Workflows that there are.');
  const load = labelled('engine_load', 'what', 'What the engine has to do.');

  const fill = (each: Gauge<string>, label: string, values: Readonly<Record<string, number>>) => {
    each.reset();
    for (const [name, value] of Object.entries(values)) each.set({ [label]: name }, value);
  };
  return {
    contentType: register.contentType,
    noteCall({ tool, outcome, era, milliseconds }) {
      calls.inc({ tool, outcome, era });
      seconds.observe({ tool }, milliseconds / 1_000);
    },
    noteRequest: (route, status) => requests.inc({ route, status }),
    write(open, status) {
      sessions.set(open.sessions);
      subscriptions.set(open.subscriptions);
      openCalls.set(open.calls);
      up.set(status === null ? 0 : 1);
      if (status !== null) {
        items.set(status.openItems);
        fill(runs, 'state', status.runs);
        fill(definitions, 'validity', status.definitions);
        fill(load, 'what', status.load);
      }
      return register.metrics();
    },
  };
}
