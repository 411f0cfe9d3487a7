import { test } from 'vitest';
import { fixturePath } from '../../../test/fixture-path.ts';
import { createRedactor, systemClock } from '../../runtime/index.ts';
import { connectorCases, type OpenConnector } from '../../testing/index.ts';
import { createMcpConnector } from './create-mcp-connector.ts';

const program = fixturePath('server');
const { redact } = createRedactor(() => []);

const open: OpenConnector = async () => {
  const connector = createMcpConnector({
    name: 'travel',
    server: {
      kind: 'stdio',
      command: process.execPath,
      args: [program, '2026', 'stdio'],
      env: {},
      cwd: undefined,
    },
    clock: systemClock,
    redact,
    version: '1.2.3',
    timeout: 300_000,
  });
  return {
    connector,
    good: { operation: 'add', input: { a: 1, b: 2 } },
    endless: { operation: 'hang', input: {} },
    unlucky: [
      ...['refuse', 'complain', 'die', 'die_reading'].map((operation) => ({ operation, input: {} })),
      // The server validates the content of the arguments.
      { operation: 'add', input: { a: 'one' } },
      { operation: 'say', input: {} },
    ],
    malformed: ['text', [1, 2], null].map((input) => ({ operation: 'add', input })),
    secret: {
      operation: 'say',
      input: { text: `\${env:TOKEN}`, $secrets: [{ at: '/text', name: 'TOKEN' }] },
    },
    end: () => connector.close(),
  };
};

test.each(connectorCases.listings)('[H3.1] mcp: $fact', ({ run }) => run(open));
test.each(connectorCases.calls)('[H3.1] mcp: $fact', ({ run }) => run(open));
test.each(connectorCases.arguments)('[H3.1] mcp: $fact', ({ run }) => run(open));
test.each(connectorCases.endings)('[H3.1] mcp: $fact', ({ run }) => run(open));
