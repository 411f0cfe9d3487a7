/**
 * Measures APIs with a document: reading that of GitHub (13 MB), and calls of one of its operations next to the same request by
 * the bare HTTP client, alternating in the same run. `npm run bench apis`.
 */
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { openApi } from '../src/catalogs/index.ts';
import { createHttpClient } from '../src/connectors/index.ts';
import { configuredSource } from '../src/connectors/openapi/api-source.ts';
import { createOpenApiConnector } from '../src/connectors/openapi/create-openapi-connector.ts';
import { readApiFile } from '../src/connectors/openapi/read-api-file.ts';
import { createRedactor, systemClock } from '../src/runtime/index.ts';
import { percentile } from './durable/setup.ts';
import { timeEach } from './open-bench-app.ts';
import { ratio, table } from './table.ts';

const count = process.env['BENCH_QUICK'] === '1' ? 100 : 4_000;
const path = createRequire(import.meta.url).resolve('@octokit/openapi/generated/api.github.com.json');
const heap = (): number => {
  globalThis.gc?.();
  return process.memoryUsage().heapUsed / 1_048_576;
};

const before = heap();
const start = performance.now();
const read = openApi(readApiFile(path).document);
const taken = performance.now() - start;
if (read.kind !== 'api') throw new Error(read.message);
const { operations } = read.api;
const describing = performance.now();
for (const { parameters, result } of operations) if (parameters.length < 0 || result === undefined) break;
const described = performance.now() - describing;
console.log('\nThe document of GitHub');
table([
  ['operations', String(operations.length)],
  ['read until they are listed', `${taken.toFixed(0)} ms`],
  [
    'all of them described',
    `${described.toFixed(0)} ms, ${(described / operations.length).toFixed(2)} ms each`,
  ],
  ['memory', `${(heap() - before).toFixed(0)} MB`],
]);

const body = JSON.stringify({ id: 1, number: 7, title: 'Found a bug', labels: [{ name: 'bug' }] });
const server = createServer((request, response) => {
  request.resume().on('end', () => {
    response.writeHead(201, { 'content-type': 'application/json' }).end(body);
  });
});
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
const client = createHttpClient({ allowed: { all: true, hosts: [], ranges: [] } });
const connector = createOpenApiConnector({
  name: 'github',
  source: configuredSource('github', { url: address, headers: {}, credentials: new Map() }, () =>
    Promise.resolve(readApiFile(path).document),
  ),
  client,
  redactor: createRedactor(() => ['a-known-secret']),
  clock: systemClock,
  version: '0.0.0',
});
const signal = new AbortController().signal;
const input = { owner: 'octo', repo: 'hello', title: 'Found a bug', labels: ['bug'] };
const call = { tenant: 'a', run: 'run_1', workflow: 'w', task: 't', key: 'k', attempt: 1, begunAt: 0 };
const works = {
  'the HTTP client alone': async () => {
    const outcome = await client.send(
      {
        method: 'POST',
        url: new URL(`${address}/repos/octo/hello/issues`),
        headers: { 'content-type': 'application/json', accept: 'application/json' },
        body: Buffer.from(JSON.stringify({ title: 'Found a bug', labels: ['bug'] })),
      },
      signal,
    );
    return outcome.kind === 'answered' ? JSON.parse(outcome.body.toString('utf8')) : outcome;
  },
  'github.issues_create': () => connector.perform({ ...call, operation: 'issues_create', input }, signal),
};
const rows: (readonly string[])[] = [['', 'p50', 'p95', 'p99', 'to the client']];
const rounds = new Map<string, number[]>();
for (const work of Object.values(works)) await timeEach(count / 4, work);
for (let round = 0; round < 4; round++) {
  for (const [name, work] of Object.entries(works))
    rounds.set(
      name,
      [...(rounds.get(name) ?? []), ...(await timeEach(count / 4, work))].toSorted(
        (one, other) => one - other,
      ),
    );
}
const medians = [...rounds.values()].map((times) => percentile(times, 0.5));
for (const [name, times] of rounds) {
  const shown = [0.5, 0.95, 0.99].map((share) => `${percentile(times, share).toFixed(3)} ms`);
  rows.push([name, ...shown, ratio(percentile(times, 0.5), medians[0] ?? 1)]);
}
console.log('\nCalls');
table(rows);
await connector.close();
server.close();
server.closeAllConnections();
