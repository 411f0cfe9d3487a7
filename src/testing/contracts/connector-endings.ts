/** Contract: how calls and connectors end. */
import assert from 'node:assert/strict';
import type { ConnectorOutcome } from '../../runtime/ports/index.ts';
import {
  type ConnectorCase,
  connectorCase,
  ends,
  failureOf,
  type OpenedConnector,
  perform,
} from './connector-case.ts';

/** Starts a call that does not end, and resolves when a later call has been answered. */
async function beginEndless(
  opened: OpenedConnector,
  signal?: AbortSignal,
): Promise<{ readonly outcome: Promise<ConnectorOutcome> }> {
  let isOver = false;
  const outcome = perform(opened, opened.endless, signal).finally(() => {
    isOver = true;
  });
  assert.equal((await ends(perform(opened, opened.good), 'the other call')).kind, 'succeeded');
  assert.ok(!isOver, 'the call that should continue has ended');
  // In an object, because a promise would be awaited.
  return { outcome };
}

/** An aborted call has failed, or its outcome is unknown. */
function assertBrokenOff(outcome: ConnectorOutcome): void {
  if (outcome.kind !== 'unknown') failureOf(outcome, 'an aborted call');
}

export const endingCases: readonly ConnectorCase[] = [
  connectorCase('a call ends soon after it is aborted, and does not affect others', async (opened) => {
    const [one, other] = [new AbortController(), new AbortController()];
    const first = await beginEndless(opened, one.signal);
    const second = await beginEndless(opened, other.signal);
    one.abort();
    assertBrokenOff(await ends(first.outcome, 'an aborted call'));
    assert.equal((await ends(perform(opened, opened.good), 'the other call')).kind, 'succeeded');
    other.abort();
    assertBrokenOff(await ends(second.outcome, 'an aborted call'));
  }),
  connectorCase('a call that is aborted before it starts ends, too', async (opened) => {
    for (const sample of [opened.endless, opened.good]) {
      const outcome = await ends(perform(opened, sample, AbortSignal.abort()), 'an aborted call');
      if (sample === opened.endless) assertBrokenOff(outcome);
    }
    assert.equal((await ends(perform(opened, opened.good), 'the next call')).kind, 'succeeded');
  }),
  connectorCase('when the connector is closed, calls in progress end', async (opened) => {
    const { outcome } = await beginEndless(opened);
    await ends(opened.connector.close(), 'close()');
    assertBrokenOff(await ends(outcome, 'a call in progress'));
  }),
  connectorCase('after it is closed, calls fail, and other requests are answered', async (opened) => {
    const { connector, good, endless } = opened;
    assert.equal((await ends(perform(opened, good), 'the call')).kind, 'succeeded');
    await ends(connector.close(), 'close()');
    for (const sample of [good, endless]) {
      failureOf(await ends(perform(opened, sample), 'a later call'), 'a call to a closed connector');
    }
    await ends(connector.operations(), 'operations()');
    await ends(connector.health(), 'health()');
    assert.equal(typeof (await connector.isRepeatable(good.operation, good.input, 0)), 'boolean');
    await ends(connector.close(), 'the second close()');
  }),
  connectorCase('it can be closed before its first use', async ({ connector }) => {
    await ends(connector.close(), 'close()');
  }),
];
