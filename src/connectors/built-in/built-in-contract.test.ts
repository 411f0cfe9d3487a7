import { test } from 'vitest';
import { connectorCases, createFakeClock, type OpenConnector } from '../../testing/index.ts';
import { createBuiltInConnector } from './built-in-connector.ts';

/** Its clock is stopped. */
const open: OpenConnector = async () => {
  const connector = createBuiltInConnector({ clock: createFakeClock(0) });
  return {
    connector,
    good: { operation: 'echo', input: { a: [1, { b: null }] } },
    endless: { operation: 'sleep', input: { for: '1 hour' } },
    unlucky: [
      { operation: 'fail', input: { message: 'It broke.' } },
      { operation: 'transform', input: { expression: '1 / 0' } },
    ],
    malformed: [
      { operation: 'echo', input: 'text' },
      { operation: 'sleep', input: {} },
      { operation: 'sleep', input: { ms: -1 } },
      { operation: 'transform', input: { expression: '1 +' } },
      { operation: 'fail', input: { mesage: 'It broke.' } },
    ],
    secret: {
      operation: 'echo',
      input: { a: `\${env:TOKEN}`, $secrets: [{ at: '/a', name: 'TOKEN' }] },
    },
    end: () => connector.close(),
  };
};

test.each(connectorCases.listings)('[H2.1] built-in: $fact', ({ run }) => run(open));
test.each(connectorCases.calls)('[H2.1] built-in: $fact', ({ run }) => run(open));
test.each(connectorCases.arguments)('[H2.1] built-in: $fact', ({ run }) => run(open));
test.each(connectorCases.endings)('[H2.1] built-in: $fact', ({ run }) => run(open));
