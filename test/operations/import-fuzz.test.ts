import { expect, test } from 'vitest';
import type { Json } from '../../src/kernel/index.ts';
import { OperationError } from '../../src/operations/contract/operation-error.ts';
import { completeItem } from '../../src/operations/items/complete-item.ts';
import { listItems } from '../../src/operations/items/list-items.ts';
import { exportRun } from '../../src/operations/runs/export-run.ts';
import { getRun } from '../../src/operations/runs/get-run.ts';
import { digestOf, type RunDocument } from '../../src/operations/runs/run-document.ts';
import { runHistory } from '../../src/operations/runs/run-history.ts';
import { startRun } from '../../src/operations/runs/start-run.ts';
import { createRandom, type Random } from '../../src/testing/index.ts';
import { ann, isOver, openOperationsHarness } from './operations-harness.ts';

const text = `
workflows:
  order:
    params: { count: int }
    graph:
      look: { call: echo, args: { count: $count }, undo: { call: echo, args: { back: $count } } }
      ask: { type: yield, depends_on: [look], message: "Send $look.count?", timeout: 1 day, expects: { yes: bool } }
      way:
        type: branch
        depends_on: [ask]
        on:
          - { when: $ask.yes, goto: send }
          - { default: stop }
      send: { type: foreach, items: "range(0, $count)", as: n, step: { call: echo, args: { n: $n } } }
      stop: { type: error, message: Stopped. }
`;

const wild: readonly Json[] = [
  null,
  -1,
  0,
  1e15,
  0.5,
  true,
  '',
  'x',
  'look',
  '$output',
  [],
  [1],
  {},
  { kind: 'value' },
];

/** The document with a few of its parts replaced, removed or doubled, and signed again. */
function damage(document: Json, random: Random): Json {
  const copy = structuredClone(document) as { [key: string]: Json };
  const places: [{ [key: string]: Json }, string][] = [];
  const walk = (value: Json): void => {
    if (typeof value !== 'object' || value === null) return;
    const holder = value as { [key: string]: Json };
    for (const key of Object.keys(holder)) {
      places.push([holder, key]);
      walk(holder[key] ?? null);
    }
  };
  const { program = null, events = null } = copy;
  walk(random.chance(0.5) ? program : events);
  for (let count = random.between(1, 3); count > 0; count--) {
    const [holder, key] = random.pick(places);
    const [, other] = random.pick(places);
    const what = random.pick(['remove', 'double', 'replace']);
    if (what === 'remove') delete holder[key];
    else if (what === 'double') holder[other] = structuredClone(holder[key] ?? null);
    else holder[key] = structuredClone(random.pick(wild));
  }
  return copy;
}

const seed = 20_260_716;
const rounds = 400;

test(`[R7.2] a damaged document is refused with its errors or results in a readable run (seed ${seed})`, async () => {
  const random = createRandom(seed);
  const harness = await openOperationsHarness({ 'order.yaml': text });
  try {
    const { run } = await harness.perform(startRun, { workflow: 'order', params: { count: 3 } });
    await harness.until(run, ({ items }) => items > 0);
    const [item] = (await harness.perform(listItems, { run })).items;
    await harness.perform(completeItem, { item: item?.item, output: { yes: true } });
    await harness.until(run, isOver);
    const document = await harness.perform(exportRun, { run });
    let [refused, imported] = [0, 0];
    for (let round = 0; round < rounds; round++) {
      const changed = damage(document as unknown as Json, random) as unknown as RunDocument;
      const signed = { ...changed, digest: digestOf(changed) };
      try {
        const { run: id } = (await harness.call(ann, 'runs.import', { document: signed })) as { run: string };
        await harness.perform(getRun, { run: id });
        await harness.perform(runHistory, { run: id });
        imported += 1;
      } catch (error) {
        if (!(error instanceof OperationError))
          throw new Error(`round ${round}: ${String(error)}`, { cause: error });
        expect([round, error.details.code]).toEqual([
          round,
          expect.stringMatching(/^(import_refused|invalid_input)$/),
        ]);
        expect(error.details.violations?.length).toBeGreaterThan(0);
        refused += 1;
      }
    }
    expect(refused).toBeGreaterThan(rounds / 4);
    expect(imported).toBeGreaterThan(0);
    const endless = { ...document, program: { ...document.program, limits: { steps: 1e12 } } };
    await expect(
      harness.call(ann, 'runs.import', { document: { ...endless, digest: digestOf(endless) } }),
    ).rejects.toMatchObject({ details: { violations: [{ path: 'document.program.limits.steps' }] } });
  } finally {
    await harness.close();
  }
});
