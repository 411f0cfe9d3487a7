import { afterEach, expect, test } from 'vitest';
import { completeItem } from '../../../src/operations/items/complete-item.ts';
import { holdItem } from '../../../src/operations/items/hold-item.ts';
import { listItems } from '../../../src/operations/items/list-items.ts';
import { startRun } from '../../../src/operations/runs/start-run.ts';
import {
  isOver,
  type OperationsHarness,
  openOperationsHarness,
} from '../../operations/operations-harness.ts';
import { type SpecificationPlan, specificationText } from '../specification-text.ts';

/** The number of steps is the square of the answer. */
const steps = 'count(for $a in 1 to xs:integer(/Count/size), $b in 1 to xs:integer(/Count/size) return 1)';

const counting: SpecificationPlan = {
  uri: 'Counting',
  nets: [
    {
      id: 'N',
      outputs: { steps: 'int' },
      locals: { steps: 'int' },
      begin: ['Count'],
      tasks: { Count: { to: ['o'], completed: { steps: `<steps>{${steps}}</steps>` } } },
    },
  ],
  work: { Count: { outputs: { size: 'int' } } },
};

let harness: OperationsHarness | undefined;
afterEach(() => harness?.close());

test('[Y4.5] a query that takes too long refuses the answer; its case and all others continue', async () => {
  harness = await openOperationsHarness({ 'counting.yawl': specificationText(counting) });
  const start = { workflow: 'Counting', params: {} };
  const [slow, quick] = [await harness.perform(startRun, start), await harness.perform(startRun, start)];
  const itemOf = async (run: string): Promise<string> => {
    const { items } = await (harness as OperationsHarness).perform(listItems, { run });
    return items[0]?.item ?? '';
  };
  const item = await itemOf(slow.run);
  await harness.perform(holdItem, { item });
  const error = await harness.refused(completeItem, { item, output: { size: 1_000_000 } });
  expect(error.code).toBe('engine_unavailable');
  expect(error.message).toContain(`Nothing was changed in the run ${slow.run}.`);
  const other = await harness.perform(completeItem, { item: await itemOf(quick.run), output: { size: 3 } });
  expect(other.run.status).toBe('completed');
  const again = await harness.perform(completeItem, { item, output: { size: 2 } });
  expect(again.item.state).toBe('completed');
  await harness.until(slow.run, isOver);
});
