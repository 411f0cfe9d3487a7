/** How calls and connectors end. */
import assert from 'node:assert/strict';
import type { ConnectorOutcome } from '../../runtime/index.ts';
import {
  type ConnectorCase,
  connectorCase,
  ends,
  failureOf,
  type OpenedConnector,
  perform,
} from './connector-case.ts';

/** Begins one that does not end, and resolves when another one, made after it, has been answered. */
async function beginEndless(
  opened: OpenedConnector,
  signal?: AbortSignal,
): Promise<{ readonly outcome: Promise<ConnectorOutcome> }> {
  let isOver = false;
  const outcome = perform(opened, opened.endless, signal).finally(() => {
    isOver = true;
  });
  assert.equal((await ends(perform(opened, opened.good), 'the other call')).kind, 'succeeded');
  assert.ok(!isOver, 'the call that should go on has ended by itself');
  // In an object, because a promise would be waited for.
  return { outcome };
}

/** Nobody wanted it any more: it has failed, or nobody knows. */
function assertBrokenOff(outcome: ConnectorOutcome): void {
  if (outcome.kind !== 'unknown') failureOf(outcome, 'a call that was broken off');
}

export const endingCases: readonly ConnectorCase[] = [
  connectorCase('a call ends soon after it was broken off, and takes no other with it', async (opened) => {
    const [one, other] = [new AbortController(), new AbortController()];
    const first = await beginEndless(opened, one.signal);
    const second = await beginEndless(opened, other.signal);
    one.abort();
    assertBrokenOff(await ends(first.outcome, 'a call that was broken off'));
    assert.equal((await ends(perform(opened, opened.good), 'the other call')).kind, 'succeeded');
    other.abort();
    assertBrokenOff(await ends(second.outcome, 'a call that was broken off'));
  }),
  connectorCase('a call that was broken off before it began ends, too', async (opened) => {
    for (const sample of [opened.endless, opened.good]) {
      const outcome = await ends(perform(opened, sample, AbortSignal.abort()), 'a call that nobody wants');
      if (sample === opened.endless) assertBrokenOff(outcome);
    }
    assert.equal((await ends(perform(opened, opened.good), 'the next call')).kind, 'succeeded');
  }),
  connectorCase('when it is closed, what is under way ends', async (opened) => {
    const { outcome } = await beginEndless(opened);
    await ends(opened.connector.close(), 'close()');
    assertBrokenOff(await ends(outcome, 'a call under way'));
  }),
  connectorCase(
    'after it was closed calls fail, and whatever else it is asked is answered',
    async (opened) => {
      const { connector, good, endless } = opened;
      assert.equal((await ends(perform(opened, good), 'the call')).kind, 'succeeded');
      await ends(connector.close(), 'close()');
      for (const sample of [good, endless]) {
        failureOf(await ends(perform(opened, sample), 'a later call'), 'a call to a closed connector');
      }
      await ends(connector.operations(), 'operations()');
      await ends(connector.health(), 'health()');
      assert.equal(typeof connector.isRepeatable(good.operation, good.input), 'boolean');
      await ends(connector.close(), 'close() once more');
    },
  ),
  connectorCase('it can be closed before it was ever used', async ({ connector }) => {
    await ends(connector.close(), 'close()');
  }),
];
