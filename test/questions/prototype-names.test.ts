/** Ids that every object of JavaScript has as members. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type FlowServer, openFlowServer } from './flow-server.ts';

const ids = ['constructor', 'toString', 'valueOf', 'isPrototypeOf', 'hasOwnProperty'];
const flow = `version: "1.0.0"
workflow_id: members
states:
  first:
    question: { id: first, type: boolean, prompt: Go on? }
    operations:
${ids.map((id) => `      - { id: ${id}, call: echo, args: { text: "${id}" } }`).join('\n')}
`;

let server: FlowServer;
beforeAll(async () => {
  server = await openFlowServer({ files: { 'members.yaml': flow } });
});
afterAll(() => server.close());

test('[Q11.1] operations are performed whatever they are called', async () => {
  const begun = await server.ask('POST /v1/question-sessions', { workflow_id: 'members' });
  const { session_id, state_blob } = begun.body;
  const done = await server.ask(`POST /v1/question-sessions/${session_id}/answers`, {
    state_blob,
    answer_value: true,
  });
  expect(done.body).toMatchObject({
    run_status: 'completed',
    deferred_operations: ids.map((operation_id) => ({ operation_id, status: 'executed' })),
  });
});
