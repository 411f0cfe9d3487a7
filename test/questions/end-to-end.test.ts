/** Question flows from the first question to the last request, against local servers that validate each request. */
import { afterEach, describe, expect, test } from 'vitest';
import { connectTestClient, type TestClientKind } from '../mcp/test-client.ts';
import { type AdapterCase, adapterCases, requestsOf } from './adapter-cases.ts';
import { type ApiServer, startApiServer } from './api-server.ts';
import { copyOf, type Fields, type FlowServer, openFlowServer, playDialogue } from './flow-server.ts';

const closing: { close(): Promise<void> }[] = [];
const opened = async <T extends { close(): Promise<void> }>(opening: Promise<T>): Promise<T> => {
  const resource = await opening;
  closing.push(resource);
  return resource;
};

afterEach(async () => {
  for (const resource of closing.splice(0).reverse()) await resource.close();
});

describe('the example of the design', () => {
  const token = 'token-of-the-hetzner-project';
  const kinds: readonly TestClientKind[] = ['present, 2026', 'present, 2025', 'former, 2025'];

  test.each(kinds)('[Q7.5][Q11.1] hetzner-setup is answered over MCP, and done (%s)', async (kind) => {
    const api = await opened(startApiServer('hetzner', { token }));
    const server = await opened(openFlowServer({ secrets: { HETZNER_API_TOKEN: token }, port: api.port }));
    const client = await opened(connectTestClient(kind, server.mcp));
    const call = async (name: string, args: object): Promise<Fields> => {
      const { isError, value, text } = await client.call(name, { ...args });
      if (isError) throw new Error(text);
      return value;
    };

    // The one that comes with the program needs no document, and stores nothing.
    const shipped = await call('start_workflow', { workflow_id: 'hetzner-setup' });
    expect(shipped).toMatchObject({ completed: false, question: { id: 'hetzner.api_token' } });
    expect((await server.ask('GET /v1/runs')).body).toMatchObject({ runs: [] });
    expect((await server.ask('GET /v1/workflows')).text).not.toContain('hetzner-setup');

    const source = await copyOf('examples/hetzner-setup.yaml', { 'https://api.hetzner.cloud/v1': api.url });
    await server.save('made/hetzner-setup.yaml', source);
    const first = await call('start_workflow', { workflow_id: 'hetzner-setup' });
    expect(first['question']).toMatchObject({ id: 'hetzner.api_token', accepts: ['$HETZNER_API_TOKEN'] });
    const submit = ({ session_id, state_blob }: Fields, value: string) =>
      call('submit_answer', { session_id, state_blob, answer_value: { value } });
    const second = await submit(first, '$HETZNER_API_TOKEN');
    expect(second['question']).toMatchObject({ id: 'hetzner.server_ips' });
    expect(api.requests).toEqual([]);
    const last = await submit(second, '192.168.1.1,192.168.1.2');
    expect(last['completed']).toBe(true);
    expect((last['deferred_operations'] as readonly unknown[]).length).toBeGreaterThan(0);

    expect(last).toMatchObject({
      question: null,
      run_status: 'completed',
      deferred_operations: ['create_network', 'create_firewall', 'apply_firewall'].map((operation) => ({
        operation_id: `hetzner.${operation}`,
        adapter_name: 'hetzner',
        status: 'executed',
      })),
    });
    expect(api.state()).toMatchObject({
      networks: [{ name: 'signalbox-cluster', ip_range: '10.0.0.0/16' }],
      firewalls: [{ name: 'signalbox-cluster', applied_to: [{ type: 'label_selector' }] }],
    });
    expect(api.problems).toEqual([]);
    // A repeated last answer is the same answer, and does nothing.
    const count = api.requests.length;
    expect(await submit(second, '192.168.1.1,192.168.1.2')).toMatchObject({ completed: true });
    expect(api.requests).toHaveLength(count);
    expect(await server.written()).not.toContain(token);
  });
});

interface Stage {
  readonly api: ApiServer;
  readonly server: FlowServer;
}

/** The server of an API, and a Signalbox with a copy of the adapter that calls it. */
async function openStage({ name, start, copy, secrets }: AdapterCase): Promise<Stage> {
  const api = await opened(start());
  const server = await opened(openFlowServer({ secrets, port: api.port }));
  await server.save(`made/${name}.yaml`, await copy(api));
  return { api, server };
}

describe.each(adapterCases)('the adapter $name', (adapterCase) => {
  const { name, secrets, hidden, answers, questions, operations, made } = adapterCase;

  test('[Q7.5][Q11.1][Q12.2] asks its questions, and then does what it says, in order', async () => {
    const { api, server } = await openStage(adapterCase);
    const begin = { adapters: [name] };
    const { last, asked, texts } = await playDialogue(server, begin, answers);
    expect(last.body).toMatchObject({
      completed: true,
      run_status: 'completed',
      deferred_operations: operations.map(({ id }) => ({ operation_id: id, status: 'executed' })),
    });
    expect(asked).toEqual(questions.map((question) => `${name}.${question}`));
    expect(requestsOf(api)).toEqual(operations.map(({ request }) => request));
    expect(api.requests.every(({ status }) => status < 300)).toBe(true);
    expect(api.problems).toEqual([]);
    expect(api.state()).toMatchObject(made);

    const { body: run } = await server.ask(`GET /v1/runs/${last.body['run_id']}`);
    const results = (run['output'] as { readonly operations: Fields }).operations;
    expect(Object.keys(results)).toEqual(operations.map(({ id }) => id));
    const written = await server.written();
    // Otherwise the search would find nothing.
    expect(written).toContain(operations.at(-1)?.id);
    for (const secret of Object.values(secrets)) {
      for (const text of [...texts, written]) expect(text.includes(secret)).toBe(false);
    }
    for (const secret of hidden) for (const text of texts) expect(text).not.toContain(secret);
  });

  test('[Q11.2][Q12.2] undoes all that was done when one of its operations fails', async () => {
    const { api, server } = await openStage(adapterCase);
    const before = api.state();
    for (const [at, { id }] of operations.entries()) {
      const undone = operations.slice(0, at).filter(({ undo }) => undo !== null);
      const [method = '', target = ''] = operations[at]?.request.split(' ') ?? [];
      const path = new RegExp(`^${(target.split('?')[0] ?? '').replaceAll('#', '\\d+')}$`);
      const after = operations.slice(0, at).filter(({ request }) => request === `${method} ${target}`).length;
      api.failAt({ method, path, status: 403, after });
      api.requests.length = 0;
      const { last, texts } = await playDialogue(server, { adapters: [name] }, answers);
      expect([id, last.status, last.body['error']]).toEqual([
        id,
        409,
        {
          code: 'ADAPTER_ERROR',
          message: expect.stringContaining(`“${id}” failed`),
          adapter_name: name,
          operation: id,
          cause: expect.stringMatching(/ answered 403/),
          undone: undone
            .map((each) => each.id)
            .reverse()
            .join(', '),
        },
      ]);
      expect(requestsOf(api)).toEqual([
        ...operations.slice(0, at + 1).map(({ request }) => request),
        ...undone.map(({ undo }) => undo).reverse(),
      ]);
      expect(api.state()).toEqual(before);
      const session = (last.body['context'] as Fields)['session'];
      const { text: history } = await server.ask(`GET /v1/runs/${session}/history`);
      expect(history).toContain(id);
      for (const secret of [...Object.values(secrets), ...hidden]) {
        for (const text of [...texts, history]) expect([id, text.includes(secret)]).toEqual([id, false]);
      }
    }
    expect(api.problems).toEqual([]);
    const written = await server.written();
    for (const secret of Object.values(secrets)) expect(written.includes(secret)).toBe(false);
  });
});
