/** Examples of valid bodies, by operation. */
import { languageApis } from '../../operations/index.ts';
import type { JsonObject } from '../mcp/contract/tool.ts';

const greeting = `workflows:
  greet:
    params: { name: { type: str, required: true } }
    graph:
      greet: { call: echo, args: { text: "Hello, $name!" } }
    result: $greet.text
`;

export const examples: Readonly<Record<string, JsonObject>> = {
  'runs.start': { workflow: 'hello', params: { name: 'Ada' } },
  'cases.submit': {
    spec_id: 'hello',
    case_data: { name: 'Ada' },
    idempotency_key: 'agent-1-greeting-42',
  },
  'runs.signal': { name: 'paid', payload: { amount: 120 } },
  'runs.cancel': { undo: true },
  'runs.fork': { at: 3 },
  'items.complete': { output: { approved: true } },
  'items.fail': { message: 'Nobody answers the telephone.' },
  'items.delegate': { to: 'bob' },
  'subscriptions.create': { run: 'run_01KA', url: 'https://hooks.example.com/cases' },
  'definitions.validate': { source: greeting },
  'definitions.save': { source: greeting },
  'workflows.simulate': { workflow: 'hello', params: { name: 'Ada' } },
  'retention.purge': { olderThan: '90 days', dryRun: true },
  ...Object.fromEntries(
    languageApis.flatMap(({ operations = [] }) => operations.map(({ name, example }) => [name, example])),
  ),
};
