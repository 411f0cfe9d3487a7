import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { ServiceStatus } from '../../operations/index.ts';
import { createMetrics, type Metrics } from './metrics.ts';

const open = { sessions: 1, subscriptions: 2, streams: 3, calls: 4 };
const status = (completed: number): ServiceStatus => ({
  problem: '',
  runs: { completed },
  openItems: 1,
  definitions: { valid: 2, invalid: 1 },
  mistaken: [],
  quotas: { runs: { used: 6, limit: 10 } },
  webhooks: { waiting: 7, givenUp: 8, attempts: { delivered: 9, failed: 1 } },
  keyedRequests: { performed: 7, repeated: 3 },
  load: { queued: 4 },
  repositories: [],
});

const call = { tool: 'w_hello', outcome: 'ok', era: 'modern', milliseconds: 20 } as const;
const request = { method: 'GET', route: '/v1/runs', status: 200, code: null, milliseconds: 20 };

/** Records everything once. */
function noteAll(metrics: Metrics): void {
  metrics.noteCall(call);
  metrics.noteRequest({ ...request, status: 403, code: 'missing_scope' });
  metrics.noteKeyFetch('ok');
}

const linesOf = async (metrics: Metrics, completed = 5): Promise<readonly string[]> =>
  (await metrics.write(open, status(completed))).split('\n');

test('[W10.2] calls and requests are counted with their duration', async () => {
  const metrics = createMetrics({ tenants: false });
  metrics.noteCall(call);
  metrics.noteRequest(request);
  metrics.noteRequest({ ...request, milliseconds: 2_000, status: 503, code: 'store_unavailable' });
  const lines = await linesOf(metrics);
  for (const line of [
    'signalbox_tool_calls_total{tool="w_hello",outcome="ok",era="modern"} 1',
    'signalbox_tool_call_seconds_bucket{le="0.025",tool="w_hello"} 1',
    'signalbox_tool_call_seconds_bucket{le="0.01",tool="w_hello"} 0',
    'signalbox_http_requests_total{method="GET",route="/v1/runs",status="200"} 1',
    'signalbox_http_requests_total{method="GET",route="/v1/runs",status="503"} 1',
    'signalbox_http_request_seconds_bucket{le="1",method="GET",route="/v1/runs",status_class="5xx"} 0',
    'signalbox_http_request_seconds_bucket{le="2.5",method="GET",route="/v1/runs",status_class="5xx"} 1',
    'signalbox_sessions 1',
    'signalbox_subscriptions 2',
    'signalbox_open_streams 3',
    'signalbox_open_calls 4',
    'signalbox_app_up 1',
    'signalbox_open_work_items 1',
    'signalbox_runs{state="completed"} 5',
    'signalbox_definitions{validity="invalid"} 1',
    'signalbox_quota_used{quota="runs"} 6',
    'signalbox_quota_limit{quota="runs"} 10',
    'signalbox_keyed_requests_total{outcome="repeated"} 3',
    'signalbox_engine_load{what="queued"} 4',
    'signalbox_webhook_deliveries{state="waiting"} 7',
    'signalbox_webhook_deliveries{state="given_up"} 8',
    'signalbox_webhook_attempts_total{outcome="delivered"} 9',
  ]) {
    expect(lines).toContain(line);
  }
  expect(lines.filter((line) => line.startsWith('signalbox_refusals_total'))).toEqual([]);
});

test.each([
  ['unauthenticated', 401, 'authentication'],
  ['invalid_token', 401, 'authentication'],
  ['missing_scope', 403, 'authorisation'],
  // A failure of a tool: the protocol answers with success.
  ['missing_scope', 200, 'authorisation'],
  ['rate_limited', 429, 'limit'],
  ['quota_exceeded', 429, 'limit'],
  ['not_found', 404, undefined],
  ['-32602', 400, undefined],
  ['constructor', 400, undefined],
])('[W10.2] %s with %d is counted as a refusal of %s', async (code, status, reason) => {
  const metrics = createMetrics({ tenants: false });
  metrics.noteRequest({ ...request, status, code });
  const found = (await linesOf(metrics)).filter((line) => line.startsWith('signalbox_refusals_total'));
  const expected = `signalbox_refusals_total{reason="${reason}",code="${code}"} 1`;
  expect(found).toEqual(reason === undefined ? [] : [expected]);
});

test('[W10.2] with several tenants no workflow is named', async () => {
  const metrics = createMetrics({ tenants: true });
  metrics.noteCall({ ...call, tool: 'w_acme_payroll' });
  metrics.noteCall({ ...call, tool: 'w_other' });
  metrics.noteCall({ ...call, tool: 'workflow_list' });
  const text = (await linesOf(metrics)).join('\n');
  expect(text).not.toMatch(/acme|payroll|other/);
  expect(text).toContain('signalbox_tool_calls_total{tool="w_*",outcome="ok",era="modern"} 2');
  expect(text).toContain('signalbox_tool_calls_total{tool="workflow_list",outcome="ok",era="modern"} 1');
});

test('[W10.2] an unknown method has no label of its own', async () => {
  const metrics = createMetrics({ tenants: false });
  for (const method of ['BREW', 'PROPFIND', 'get']) metrics.noteRequest({ ...request, method });
  expect(await linesOf(metrics)).toContain(
    'signalbox_http_requests_total{method="other",route="/v1/runs",status="200"} 3',
  );
});

test('[W2.2][W10.2] tenants that read concurrently get their own metrics, and nothing is stored', async () => {
  const metrics = createMetrics({ tenants: true });
  const [five, seven, nobody] = await Promise.all([
    metrics.write(open, status(5)),
    metrics.write(open, status(7)),
    metrics.write(open, null),
  ]);
  expect(five).toContain('signalbox_runs{state="completed"} 5\n');
  expect(seven).toContain('signalbox_runs{state="completed"} 7\n');
  expect(nobody).toContain('signalbox_app_up 0\n');
  expect(nobody).not.toMatch(/signalbox_(runs|definitions|open_work_items|quota|engine_load)/);
});

test('[W10.2][A8] docs/metrics.md has exactly the names, types and labels of all metrics', async () => {
  const metrics = createMetrics({ tenants: false });
  noteAll(metrics);
  const text = (await linesOf(metrics)).join('\n');
  const page = readFileSync(new URL('../../../docs/metrics.md', import.meta.url), 'utf8');
  const told = [...page.matchAll(/^\| `(\w+)` \| (\w+) \|(.*?)\| \S.* \|$/gm)];
  const types = [...text.matchAll(/^# TYPE (\w+) (\w+)$/gm)];
  const shown = types.map(([, name = '', type = '']) => `${name} ${type}`);
  expect(told.map(([, name, type]) => `${name} ${type}`).toSorted()).toEqual(shown.toSorted());
  for (const [, name = '', , labels = ''] of told) {
    const documented = [...labels.matchAll(/`(\w+)`/g)].map(([, label]) => label);
    const sample = new RegExp(`^${name}(?:_bucket|_sum|_count)?\\{(.*)\\} `, 'gm');
    const used = [...text.matchAll(sample)].flatMap(([, inside = '']) =>
      [...inside.matchAll(/(?:^|,)(\w+)="/g)].flatMap(([, label]) => (label === 'le' ? [] : [label])),
    );
    // Garbage may not have been collected yet.
    if (name === 'nodejs_gc_duration_seconds' || name.startsWith('nodejs_active_')) continue;
    expect([name, [...new Set(used)].toSorted()]).toEqual([name, documented.toSorted()]);
  }
});
