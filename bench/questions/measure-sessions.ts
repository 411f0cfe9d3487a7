/** Measures a session at its first, fiftieth and last of a hundred questions. */
import { mkdirSync } from 'node:fs';
import { openKeyRing } from '../../src/runtime/index.ts';
import { percentile } from '../durable/setup.ts';
import { type BenchApp, openBenchApp, timeEach, writeWorkflows } from '../open-bench-app.ts';
import { ratio, table } from '../table.ts';
import { openStoredMachine } from './stored-machine.ts';

const size = 100;
const questions = Array.from({ length: size }, (_, at) => `q${at}`);

const flow = JSON.stringify({
  version: '1.0.0',
  workflow_id: 'hundred',
  states: Object.fromEntries(
    questions.map((id, at) => [
      id,
      {
        question: {
          id,
          type: 'string',
          prompt: `What is the name of server ${at}?`,
          validation: { regex: '^[a-z][a-z0-9-]{0,62}$' },
        },
        next_state: questions[at + 1] ?? null,
      },
    ]),
  ),
});

interface Session {
  readonly session_id: string;
  readonly state_blob: string;
}

const answerTo = (at: number): string => `server-${at}.example`.replace('.', '-');

export async function measureSessions(folder: string, count: number): Promise<void> {
  mkdirSync(folder);
  writeWorkflows(folder, { 'hundred.json': flow });
  const app = await openBenchApp(folder);
  const machine = openStoredMachine(`${folder}/machine.db`, questions);
  try {
    const states = await answerAll(app);
    const rows = [await measureSeal(folder, count)];
    for (const at of [0, size / 2, size - 1]) {
      const session = states[at];
      if (session === undefined) throw new Error(`There is no state ${at}.`);
      const { session_id, state_blob } = session;
      const answer = { session_id, state_blob, answer_value: answerTo(at), complete: false };
      const answered = machine.after(at);
      rows.push(
        await measure(`answer ${at + 1}`, count, () => app.call('questions.submit', answer)),
        await measure(`answer ${at + 1}, xstate in memory`, count, async () => machine.answer(answered)),
        await measure(`answer ${at + 1}, xstate and a row of SQLite`, count, async () =>
          machine.answerAndStore(answered),
        ),
      );
    }
    const last = states.at(-1) as Session;
    const { session_id, state_blob } = last;
    rows.push(
      await measure(`restore after ${size - 1} answers`, count, () =>
        app.call('questions.restore', { session_id, state_blob }),
      ),
    );
    const base = rows.find(({ name }) => name === `answer ${size}`);
    console.log(`\nA flow of ${size} questions; the last state has ${state_blob.length} characters`);
    table([
      ['', 'p50', 'p95', 'p99', `to answer ${size}`],
      ...rows.map(({ name, times }) => [
        name,
        ...[0.5, 0.95, 0.99].map((share) => `${percentile(times, share).toFixed(3)} ms`),
        ratio(percentile(times, 0.5), percentile(base?.times ?? [], 0.5)),
      ]),
    ]);
  } finally {
    machine.close();
    await app.close();
  }
}

/** @returns the session before each answer */
async function answerAll(app: BenchApp): Promise<readonly Session[]> {
  let session = (await app.call('questions.start', { workflow_id: 'hundred' })) as unknown as Session;
  const states = [session];
  for (let at = 0; at < size - 1; at += 1) {
    const { session_id, state_blob } = session;
    const input = { session_id, state_blob, answer_value: answerTo(at) };
    session = (await app.call('questions.submit', input)) as unknown as Session;
    states.push(session);
  }
  return states;
}

/** The same data as a state of a hundred answers, without the session around it. */
async function measureSeal(folder: string, count: number) {
  const keys = await openKeyRing({ variable: undefined, path: `${folder}/bench.key` });
  const prints = Object.fromEntries(
    questions.map((id) => [id, Buffer.from(id.repeat(8)).toString('base64url')]),
  );
  const steps = questions.map((question, at) => ({ kind: 'answer', question, value: answerTo(at), at }));
  const options = { bind: 'session', expiresAt: Number.MAX_SAFE_INTEGER, compress: true };
  return measure(`seal and open ${size} answers`, count, async () => {
    const sealed = keys.seal('bench', { steps, prints } as never, options);
    if (keys.open('bench', sealed, 0, 'session').kind !== 'opened') throw new Error('It cannot be opened.');
  });
}

async function measure(name: string, count: number, work: () => Promise<unknown>) {
  await timeEach(Math.ceil(count / 5), work);
  return { name, times: await timeEach(count, work) };
}
