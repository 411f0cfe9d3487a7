/**
 * Measures catalogs with the document of GitHub (13 MB): import, search, descriptions, a call of a command next to the same request
 * by the bare HTTP client, and what three catalogs add to the start. `npm run bench catalogs`.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createHttpClient } from '../src/connectors/index.ts';
import { percentile } from './durable/setup.ts';
import { openBenchApp, timeEach, writeWorkflows } from './open-bench-app.ts';
import { ratio, table } from './table.ts';

const isQuick = process.env['BENCH_QUICK'] === '1';
const source = createRequire(import.meta.url).resolve('@octokit/openapi/generated/api.github.com.json');
const folder = mkdtempSync(join(tmpdir(), 'signalbox-bench-'));
const milliseconds = (time: number): string => `${time < 10 ? time.toFixed(2) : time.toFixed(0)} ms`;

const answer = JSON.stringify([{ id: 1, number: 7, title: 'Found a bug', labels: [{ name: 'bug' }] }]);
const server = createServer((request, response) => {
  request.resume().on('end', () => {
    response.writeHead(200, { 'content-type': 'application/json' }).end(answer);
  });
});
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

writeWorkflows(folder, {});
const openTime = async () => {
  const begun = performance.now();
  const app = await openBenchApp(folder, { SIGNALBOX_ALLOW_PRIVATE_ADDRESSES: '127.0.0.1' });
  await app.call('catalogs.list', {});
  return { app, time: performance.now() - begun };
};

const starts = async (count: number): Promise<number> => {
  const times: number[] = [];
  for (let n = 0; n < count; n += 1) {
    const { app, time } = await openTime();
    times.push(time);
    await app.close();
  }
  return percentile(
    times.toSorted((one, other) => one - other),
    0.5,
  );
};

try {
  const rounds = isQuick ? 1 : 9;
  const empty = await starts(rounds);
  const { app } = await openTime();
  const imported: number[] = [];
  for (const title of ['GitHub', 'Second', 'Third']) {
    const begun = performance.now();
    await app.call('catalogs.import', { source, title, vendor: title.toLowerCase(), baseUrl: address });
    imported.push(performance.now() - begun);
  }
  const queries = [
    'create an issue',
    'list pull requests of a repo',
    'delte branch',
    'workflow runs',
    'team members',
  ];
  const first = await timeEach(1, () => app.call('commands.search', { query: 'create an issue' }));
  const search = await timeEach(isQuick ? 10 : 500, () =>
    app.call('commands.search', { query: queries[Math.floor(Math.random() * queries.length)] ?? '' }),
  );
  const describe = await timeEach(isQuick ? 10 : 500, () =>
    app.call('commands.describe', { command: 'github.issues_create' }),
  );
  console.log('\nThree times the document of GitHub, 3,669 commands');
  table([
    ['import, the first with a new process', imported.map(milliseconds).join(', ')],
    ['the first search', milliseconds(first[0] ?? 0)],
    ...[0.5, 0.99].map(
      (share) => [`search, p${share * 100}`, milliseconds(percentile(search, share))] as const,
    ),
    ...[0.5, 0.99].map(
      (share) => [`describe, p${share * 100}`, milliseconds(percentile(describe, share))] as const,
    ),
  ]);

  const client = createHttpClient({ allowed: { all: true, hosts: [], ranges: [] } });
  const { signal } = new AbortController();
  const url = new URL(`${address}/repos/octo/hello/issues?state=open`);
  const works = {
    'the HTTP client alone': () =>
      client.send({ method: 'GET', url, headers: { accept: 'application/json' }, body: undefined }, signal),
    'commands.run': () =>
      app.call('commands.run', {
        command: 'github.issues_list_for_repo',
        args: { owner: 'octo', repo: 'hello', state: 'open' },
      }),
  };
  const count = isQuick ? 20 : 1_000;
  const times = new Map<string, number[]>();
  for (const work of Object.values(works)) await timeEach(count, work);
  for (let round = 0; round < 4; round += 1) {
    for (const [name, work] of Object.entries(works)) {
      times.set(name, [...(times.get(name) ?? []), ...(await timeEach(count, work))]);
    }
  }
  const sorted = [...times].map(
    ([name, each]) => [name, each.toSorted((one, other) => one - other)] as const,
  );
  const base = percentile(sorted[0]?.[1] ?? [], 0.5);
  console.log('\nCalls');
  table([
    ['', 'p50', 'p99', 'to the client'],
    ...sorted.map(([name, each]) => [
      name,
      `${percentile(each, 0.5).toFixed(3)} ms`,
      `${percentile(each, 0.99).toFixed(3)} ms`,
      ratio(percentile(each, 0.5), base),
    ]),
  ]);
  await client.close();
  await app.close();
  const full = await starts(rounds);
  console.log('\nStart, with a list of catalogs');
  table([
    ['without catalogs', milliseconds(empty)],
    ['with three', milliseconds(full)],
  ]);
} finally {
  server.close();
  server.closeAllConnections();
  rmSync(folder, { recursive: true });
}
