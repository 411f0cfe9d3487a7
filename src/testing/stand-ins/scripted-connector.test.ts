import { test } from 'vitest';
import type { OpenConnector } from '../contracts/connector-case.ts';
import { connectorCases } from '../contracts/connector-cases.ts';
import { createScriptedConnector, failed, type Handler, succeeded } from './scripted-connector.ts';

const hang: Handler = (_, signal) =>
  new Promise((resolve) => {
    const stop = (): void => resolve(failed('aborted', 'It was broken off.'));
    if (signal.aborted) stop();
    signal.addEventListener('abort', stop, { once: true });
  });

/** The handlers decide which input is valid: nothing is malformed, or secret. */
const open: OpenConnector = async () => {
  const connector = createScriptedConnector({
    name: 'desk',
    handlers: {
      echo: ({ input }) => succeeded(input),
      hang,
      break: () => failed('broken', 'It broke.'),
      doubt: () => ({ kind: 'unknown' }),
    },
    repeatable: ['echo'],
  });
  const sample = (operation: string) => ({ operation, input: { a: [1, null] } });
  return {
    connector,
    good: sample('echo'),
    endless: sample('hang'),
    unlucky: [sample('break'), sample('doubt')],
    malformed: [],
    secret: sample('echo'),
    end: () => connector.close(),
  };
};

test.each(connectorCases.listings)('scripted: $fact', ({ run }) => run(open));
test.each(connectorCases.calls)('scripted: $fact', ({ run }) => run(open));
test.each(connectorCases.endings)('scripted: $fact', ({ run }) => run(open));
