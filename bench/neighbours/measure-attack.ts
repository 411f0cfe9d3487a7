/** Measures the small calls of one tenant on a quiet server, and then while another tenant attacks. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { serverArguments, serverEnvironment, serverFiles } from '../../test/hostile/two-tenants.ts';
import type { BenchPaths } from '../server/bench-paths.ts';
import { nextMessage, startServer } from '../server/contestant.ts';
import type { AttackRequest, AttackResult } from './attacker.ts';
import { callNeighbour, type Latencies } from './call-neighbour.ts';

export interface MeasuredAttack {
  readonly quiet: Latencies;
  readonly attacked: Latencies;
  /** What the attacker received. */
  readonly received: AttackResult;
}

export interface Durations {
  readonly quietMs: number;
  readonly attackMs: number;
}

const connections = 8;
/** Processes of the server start meanwhile, and compile what they run often. */
const warmUpMs = 3_000;

/** A new server for each attack, with the limits of a new installation. */
export async function measureAttack(
  { program, newFolder }: BenchPaths,
  name: string,
  { quietMs, attackMs }: Durations,
): Promise<MeasuredAttack> {
  const folder = newFolder();
  for (const [path, text] of Object.entries(serverFiles)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  const server = await startServer(folder, [program, ...serverArguments], '', {
    ...serverEnvironment,
    SIGNALBOX_RATE: '',
    SIGNALBOX_RATE_PER_TENANT: '',
  });
  const { origin } = new URL(server.url);
  try {
    await callNeighbour(origin, warmUpMs);
    const quiet = await callNeighbour(origin, quietMs);
    const attacker = await startAttacker({ origin, name, connections });
    try {
      attacker.send('attack');
      const attacked = await callNeighbour(origin, attackMs);
      attacker.send('stop');
      return { quiet, attacked, received: (await nextMessage(attacker)) as AttackResult };
    } finally {
      attacker.kill();
    }
  } finally {
    server.process.kill('SIGKILL');
    await once(server.process, 'exit');
  }
}

async function startAttacker(request: AttackRequest): Promise<ChildProcess> {
  const file = fileURLToPath(new URL('./attacker.js', import.meta.url));
  const child = fork(file, [JSON.stringify(request)]);
  await nextMessage(child);
  return child;
}
