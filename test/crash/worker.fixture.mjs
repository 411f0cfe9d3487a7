/**
 * One process that works in a data folder, as the program does: it reads its work from its input, reports the results
 * on its output, and kills itself at the given point, or is killed by its parent.
 */
import { createInterface } from 'node:readline';
import { resolveSettings, scopes } from '../../src/operations/index.ts';
import { openSignalbox } from '../../src/server/index.ts';
import { dieInTransaction } from './kill-points.fixture.mjs';

const ann = { subject: 'ann', tenant: 'default', scopes: new Set(scopes), roles: [], kind: 'person' };
const patience = 20_000;
const pause = 100;

/** Pipes are written synchronously: a reported line is delivered in any case. */
const say = (word) => process.stdout.write(`${JSON.stringify(word)}\n`);

const lines = createInterface({ input: process.stdin });
// The parent is gone.
lines.on('close', () => process.exit(3));
lines.once('line', (line) => {
  live(JSON.parse(line)).then(
    () => process.exit(0),
    (error) => {
      say({ kind: 'trouble', code: codeOf(error), message: error.message, stack: error.stack });
      process.exit(1);
    },
  );
});
say({ kind: 'ready' });

async function live({ data, workflows, url, kill, starts, late, forks, purge, answers }) {
  if (kill !== null) dieInTransaction(kill);
  let warned = () => {};
  const warning = new Promise((resolve) => {
    warned = resolve;
  });
  say({ kind: 'opening' });
  const signalbox = await openSignalbox(settingsOf(data, workflows), {
    env: {},
    version: 'crash',
    warn: (message) => {
      say({ kind: 'warning', message });
      warned();
    },
  });
  say({ kind: 'opened', role: signalbox.role });
  const call = (operation, input) => signalbox.call(ann, operation, input);
  const follow = createFollower(call, url, answers);
  const begin = async ({ key, workflow, params }) => {
    const { run } = await insist(() => call('runs.start', { workflow, params, idempotencyKey: key }));
    say({ kind: 'started', key, run });
    await follow(run);
  };
  const begun = starts.map(begin);
  const later = late.map((start) => warning.then(() => begin(start)));
  const forked = forks.map(async ({ key, run, at }) => {
    const fork = await call('runs.fork', { run, at, idempotencyKey: key });
    say({ kind: 'forked', key, run: fork.run });
    await follow(fork.run);
  });
  const left = (await listUnended(call)).map(follow);
  await Promise.all([...begun, ...later, ...forked, ...left]);
  if (purge !== null) say({ kind: 'purged', ...(await call('retention.purge', purge)) });
  await signalbox.close();
  say({ kind: 'finished' });
}

const codeOf = (error) => error.details?.code ?? '';

/** A request that is refused temporarily is repeated, with the same key. */
async function insist(ask) {
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      if (error.details?.retryable !== true) throw error;
      say({ kind: 'refused', code: codeOf(error), message: error.message });
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  }
}

function settingsOf(data, workflows) {
  const { settings, problems } = resolveSettings({
    flags: new Map([
      ['--data', [data]],
      ['--workflows', [workflows]],
    ]),
    env: { SIGNALBOX_ALLOW_PRIVATE_ADDRESSES: '127.0.0.1/32' },
    folder: data,
  });
  if (problems.length > 0) throw new Error(problems.join(' '));
  return settings;
}

async function listUnended(call) {
  const ids = [];
  for (let cursor; cursor !== null; ) {
    const page = await call('runs.list', {
      statuses: ['created', 'running'],
      limit: 200,
      ...(cursor === undefined ? {} : { cursor }),
    });
    ids.push(...page.runs.map(({ run }) => run));
    cursor = page.nextCursor;
  }
  return ids;
}

/** Waits for a run until it has ended, and answers its questions. */
function createFollower(call, url, answers) {
  const followed = new Set();
  return async function follow(run) {
    if (followed.has(run)) return;
    followed.add(run);
    for (;;) {
      const { status, waitingFor } = await call('runs.get', { run, waitMs: patience });
      if (status !== 'running' && status !== 'created') return;
      const asked = waitingFor.filter(({ kind }) => kind === 'item');
      if (!answers && asked.length > 0) return;
      for (const item of asked) await answer(call, url, item);
    }
  };
}

async function answer(call, url, { item, reason, message }) {
  if (reason === 'approval') return complete(call, item, { approved: true });
  if (reason === 'doubt') return complete(call, item, await verdictOn(url, item));
  // An earlier process of the same user may have taken it already.
  await insist(() => call('items.hold', { item, leaseMs: 1_000 })).catch(
    passOver(['work_item_held', 'wrong_state', 'work_item_ended']),
  );
  await complete(call, item, { sure: true, word: message.slice(0, 100) });
}

/** It may have been answered by an earlier process, which could not report it any more. */
const complete = (call, item, output) =>
  insist(() => call('items.complete', { item, output })).catch(passOver(['work_item_ended']));

const passOver = (codes) => (error) => {
  if (!codes.includes(codeOf(error))) throw error;
};

/**
 * What a careful user does: checks on the other server whether the call succeeded. The item has the name of its key.
 */
async function verdictOn(url, key) {
  const response = await fetch(`${url}/seen?key=${encodeURIComponent(key)}`);
  const { seen, body } = await response.json();
  return seen ? { verdict: 'succeeded', output: { status: 200, headers: {}, body } } : { verdict: 'retry' };
}
