/** A thousand sessions at once, over a server process that is killed in the middle of them. */
import { afterEach, expect, test } from 'vitest';
import { type FlowDocument, statesOf } from './flow-document.ts';
import { overHttp } from './http-flow.ts';
import { type KilledServer, startKilledServer, type Written } from './killed-server.ts';
import { type PerformingServer, startPerformingServer } from './performing-server.ts';
import { randomFlow } from './random-flow.ts';
import { withOperations } from './random-operations.ts';
import { roundsOf, seed } from './rounds.ts';
import { SessionClient } from './session-client.ts';

const sessionCount = 1_000;
const flowCount = 40;
/** A session with more questions is left open. */
const maxAnswers = 4;
/** So many operations are performed before the server is killed; it does not see the answer of the last one. */
const killAfter = 120;

let performing: PerformingServer | undefined;
let server: KilledServer | undefined;

afterEach(async () => {
  await server?.remove();
  await performing?.close();
  [server, performing] = [undefined, undefined];
});

interface PlannedFlow {
  readonly flow: FlowDocument;
  /** Number and id of the last operation, which always fails in some flows. */
  readonly failing: { readonly number?: unknown; readonly operation?: string };
}

const planFlows = (): readonly PlannedFlow[] =>
  roundsOf(404, flowCount).map(({ random, number }) => {
    const plain = randomFlow(random, `flow-${number}`, { without: ['operations', 'secrets'], maxStates: 4 });
    const flow = random.chance(0.4) ? plain : withOperations(random, plain);
    const operations = statesOf(flow).flatMap(({ operations: own = [] }) => own);
    const last = operations.at(-1);
    if (last === undefined || !random.chance(0.3)) return { flow, failing: {} };
    return { flow, failing: { number: last.args['number'], operation: last.id } };
  });

test(`[Q4.4][Q11.1] ${sessionCount} sessions over a server that is killed in the middle ask, complete and perform as the reference predicts, and nothing twice, seed ${seed}`, {
  timeout: 150_000,
}, async () => {
  const planned = planFlows();
  const numbers = new Map(planned.map(({ flow, failing }) => [flow.workflow_id, failing.number]));
  const seen = { openAtKill: 0, endedAtKill: 0, open: 0, performed: 0, skipped: 0, failed: 0, undone: 0 };

  performing = await startPerformingServer({
    fails: ({ flow, operation, input }) => operation === 'make' && numbers.get(flow) === input['number'],
    onPerformed: (count) => (count === killAfter ? server?.killAndRestart(look) : undefined),
  });
  const { url } = performing;
  server = await startKilledServer(
    Object.fromEntries(
      planned.map(({ flow }) => [`${flow.workflow_id}.json`, JSON.stringify(overHttp(flow, url))]),
    ),
  );
  const { send } = server;
  const clients = roundsOf(405, sessionCount).map((round) => {
    const { flow, failing } = planned[round.number % flowCount] as PlannedFlow;
    return new SessionClient({ send, round, flow, failing, maxAnswers });
  });
  function look({ runs }: Written): void {
    const open = clients.filter(({ isEnding }) => !isEnding);
    expect(open.filter(({ id }) => id === '' || runs.has(id))).toEqual([]);
    seen.openAtKill = open.length;
    seen.endedAtKill = clients.filter(({ hasEnded }) => hasEnded).length;
  }

  await Promise.all(clients.map((client) => client.play()));
  expect([server.lost() > 0, performing.repeated() > 0]).toEqual([true, true]);
  expect(performing.problems).toEqual([]);
  for (const client of clients) await client.checkRun(performing);
  const outcomes = clients.flatMap(({ outcome }) => outcome ?? []);
  // No other run exists, such as that of an open session.
  const { body } = await send('/v1/runs?limit=1&total=true');
  expect(body['total']).toBe(outcomes.length);
  const { runs } = await server.stop();
  expect(clients.filter(({ id, outcome }) => runs.has(id) !== (outcome !== null))).toEqual([]);

  seen.open = clients.filter(({ hasEnded }) => !hasEnded).length;
  for (const { calls, results, failed, undone } of outcomes) {
    seen.performed += calls.length;
    seen.skipped += Object.values(results).filter((result) => result === null).length;
    seen.failed += failed ? 1 : 0;
    seen.undone += undone.length;
  }
  expect(Object.entries(seen).filter(([, count]) => count < 5)).toEqual([]);
  expect(seen.openAtKill).toBeGreaterThan(sessionCount / 3);
});
