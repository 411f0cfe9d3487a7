/**
 * Measures the small calls of one tenant while another sends the attacks of `test/hostile`, one after the other, at full
 * speed: `npm run bench neighbours`. BENCH_ATTACK=dense runs the attacks whose name contains the text. BENCH_QUICK=1 runs
 * short ones, only to check that everything works.
 */
import { rmSync } from 'node:fs';
import { attacks } from '../test/hostile/attacks.ts';
import { makeFolder, percentile } from './durable/setup.ts';
import type { Latencies } from './neighbours/call-neighbour.ts';
import { measureAttack } from './neighbours/measure-attack.ts';
import { preparePaths } from './server/prepare-paths.ts';
import { table } from './table.ts';

const wanted = process.env['BENCH_ATTACK'] ?? '';
const durations =
  process.env['BENCH_QUICK'] === '1'
    ? { quietMs: 500, attackMs: 1_000 }
    : { quietMs: 1_000, attackMs: 5_000 };
const header = [
  'attack',
  'p50',
  'p99',
  'worst',
  'calls',
  'failed',
  'the attacker received',
  'slowest',
  'largest',
];

const folder = makeFolder();
try {
  const paths = preparePaths(folder);
  const quiet: Latencies[] = [];
  const rows: string[][] = [];
  const failures = new Map<string, number>();
  for (const { name } of attacks.filter((attack) => attack.name.includes(wanted))) {
    const measured = await measureAttack(paths, name, durations).catch((error: unknown) => {
      rows.push([name, `not measured: ${error instanceof Error ? error.message : error}`]);
    });
    if (measured === undefined) continue;
    const { attacked, received } = measured;
    quiet.push(measured.quiet);
    for (const failure of attacked.failures) {
      const [short = ''] = failure.split(': {', 1);
      failures.set(short, (failures.get(short) ?? 0) + 1);
    }
    const responses = Object.entries(received.statuses).map(([status, count]) => `${count} × ${status}`);
    const largest = `${Math.ceil(received.largest / 1_024)} KB`;
    rows.push([name, ...figuresOf(attacked), responses.join(', '), inMs(received.slowest), largest]);
    console.log(`  ${rows.at(-1)?.join(' · ')}`);
  }
  const all = {
    times: quiet.flatMap(({ times }) => times),
    failures: quiet.flatMap((each) => each.failures),
  };
  const printed = [header, ['none', ...figuresOf(all), '', '', ''], ...rows];
  console.log('\nSmall calls of another tenant, in milliseconds:');
  table(printed);
  console.log('\nAs markdown:\n');
  const [head = [], ...body] = printed.map((row) => row.slice(0, 6));
  for (const row of [head, head.map(() => '---'), ...body]) console.log(`| ${row.join(' | ')} |`);
  for (const [failure, count] of failures) console.log(`${count} × ${failure}`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function figuresOf({ times, failures }: Latencies): string[] {
  const sorted = times.toSorted((one, other) => one - other);
  return [
    ...[0.5, 0.99, 1].map((share) => inMs(percentile(sorted, share))),
    String(times.length),
    String(failures.length),
  ];
}

function inMs(time: number): string {
  return time < 10 ? time.toFixed(1) : Math.round(time).toLocaleString('en-US');
}
