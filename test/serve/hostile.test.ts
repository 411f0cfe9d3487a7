/** The whole program on a real port, with all input that a hostile or broken client can send. */
import { once } from 'node:events';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openScratch, type Scratch } from '../cli/open-scratch.ts';
import { endPrograms, type RunningProgram, startProgram } from '../cli/start-program.ts';

const workflows = `workflows:
  greet:
    description: Greets
    params: { name: str }
    graph:
      say: { call: echo, args: { text: "Hello, $name" } }
    result: $say.text
  ask:
    description: Asks
    graph:
      question: { type: yield, message: How many?, expects: { count: int } }
    result: $question.count
`;

let scratch: Scratch;
let running: RunningProgram;
let port = 0;
const sockets: Socket[] = [];

async function start(): Promise<void> {
  running = startProgram(scratch.folder, ['serve', '--data', 'data', '--port', '0', '--log-level', 'warn']);
  await running.says('Press Ctrl-C to end.');
  port = Number(/127\.0\.0\.1:(\d+)\/mcp/.exec(running.err())?.[1]);
}

beforeAll(async () => {
  scratch = openScratch({ 'workflows/w.yaml': workflows });
  await start();
}, 60_000);

afterAll(async () => {
  for (const socket of sockets) socket.destroy();
  await endPrograms([running.child]);
  scratch.close();
});

interface Answer {
  readonly status: number;
  readonly body: string;
}

/** Allows any header, which `fetch` does not. */
async function send(path: string, body: string, headers: Record<string, string> = {}): Promise<Answer> {
  const request = httpRequest({
    port,
    host: '127.0.0.1',
    path,
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...headers,
    },
  });
  request.end(body);
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  let text = '';
  for await (const chunk of response.setEncoding('utf8')) text += String(chunk);
  return { status: response.statusCode ?? 0, body: text };
}

const modern = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientCapabilities': {},
};
const modernHeaders = (name: string) => ({
  'mcp-protocol-version': '2026-07-28',
  'mcp-method': 'tools/call',
  'mcp-name': name,
});
const call = (name: unknown, given: unknown, meta: object = modern): string =>
  JSON.stringify({
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name, arguments: given, _meta: meta },
  });

const patience = { timeout: 60_000 };

test('[P7.2] oversized, deep and malformed bodies are refused, each with the reason', patience, async () => {
  const rows: readonly (readonly [string, number, number])[] = [
    [`{"a":"${'x'.repeat(5_000_000)}"}`, 413, -32_600],
    [`${'[{"a":'.repeat(200_000)}`, 400, -32_600],
    [`${'['.repeat(101)}${']'.repeat(101)}`, 400, -32_600],
    ['{"jsonrpc":"2.0","id":1,', 400, -32_700],
    ['\u0000', 400, -32_700],
    ['', 400, -32_700],
  ];
  for (const [body, status, code] of rows) {
    const answer = await send('/mcp', body);
    expect([body.slice(0, 20), answer.status]).toEqual([body.slice(0, 20), status]);
    expect(JSON.parse(answer.body)).toMatchObject({
      jsonrpc: '2.0',
      error: { code, message: expect.stringMatching(/\.$/) },
    });
  }
});

test.each([
  'null',
  '5',
  '"text"',
  '[]',
  '[[]]',
  '{}',
  '{"jsonrpc":"1.0","id":1,"method":"tools/list"}',
  '{"jsonrpc":"2.0","id":{},"method":"tools/list"}',
  '{"jsonrpc":"2.0","id":1,"method":5}',
  '{"jsonrpc":"2.0","id":1,"method":"tools/list","params":"text"}',
  '{"jsonrpc":"2.0","id":1,"method":"__proto__"}',
  '{"jsonrpc":"2.0","id":1,"result":{},"error":{}}',
  '{"__proto__":{"jsonrpc":"2.0"},"constructor":{"prototype":{}}}',
])('[P7.2] JSON that is not a message is refused: %s', async (body) => {
  for (const headers of [{}, modernHeaders('x')]) {
    const { status, body: text } = await send('/mcp', body, headers);
    expect([status < 500, text]).toEqual([true, expect.stringContaining('"error"')]);
  }
});

test(
  '[P7.2][P2.4] unknown tools and wrong types are answered with the reason, in every format',
  patience,
  async () => {
    const unknown = await send('/mcp', call('no_such_tool', {}), modernHeaders('no_such_tool'));
    expect(JSON.parse(unknown.body)).toMatchObject({ id: 1, error: { code: -32_602 } });
    const lost = await send('/mcp/tools/invoke', '{"tool":"no_such_tool"}');
    expect([lost.status, JSON.parse(lost.body)]).toMatchObject([404, { http_status: 404 }]);
    for (const given of [
      { name: 5 },
      { nam: 'x' },
      { name: ['x'] },
      { name: 'x', wait_ms: 'long' },
      { name: 'x', wait_ms: -1 },
    ]) {
      const answer = await send('/mcp', call('w_greet', given), modernHeaders('w_greet'));
      expect([given, JSON.parse(answer.body)]).toMatchObject([
        given,
        {
          result: {
            isError: true,
            structuredContent: { category: 'validation', violations: expect.any(Array) },
          },
        },
      ]);
      const plain = await send('/mcp/tools/invoke', JSON.stringify({ tool: 'w_greet', input: given }));
      expect([given, plain.status, JSON.parse(plain.body)]).toMatchObject([
        given,
        400,
        { category: 'validation' },
      ]);
    }
    for (const given of ['text', 5, [], true]) {
      const answer = await send('/mcp', call('w_greet', given), modernHeaders('w_greet'));
      expect([given, answer.body]).toEqual([given, expect.stringMatching(/"error"|"isError":true/)]);
    }
  },
);

test('[P7.2] foreign hosts and origins and forwarded requests are refused', patience, async () => {
  const good = JSON.stringify({ tool: 'workflow_list' });
  expect((await send('/mcp/tools/invoke', good)).status).toBe(200);
  for (const headers of [
    { host: 'elsewhere.example' },
    { host: `elsewhere.example:${port}` },
    { origin: 'https://elsewhere.example' },
    { origin: 'null' },
    { forwarded: 'for=1.2.3.4' },
    { 'x-forwarded-for': '1.2.3.4' },
    { 'x-forwarded-proto': 'https' },
  ]) {
    for (const path of ['/mcp', '/mcp/tools/invoke', '/', '/metrics', '/nowhere']) {
      const { status, body } = await send(path, good, headers);
      expect([headers, path, status, JSON.parse(body).error]).toEqual([
        headers,
        path,
        403,
        expect.anything(),
      ]);
    }
  }
});

test('[P7.2] unsupported methods and requests without a host are answered', patience, async () => {
  const speak = async (text: string): Promise<string> => {
    const socket = connect(port, '127.0.0.1');
    sockets.push(socket);
    socket.end(text);
    let heard = '';
    for await (const chunk of socket.setEncoding('utf8')) heard += String(chunk);
    return heard;
  };
  for (const method of ['TRACE', 'PUT', 'PROPFIND', 'LINK']) {
    const heard = await speak(`${method} /mcp HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`);
    expect([method, heard]).toEqual([method, expect.stringMatching(/^HTTP\/1\.1 405 /)]);
    expect(heard.toLowerCase()).toContain('\r\nallow: post, get, delete, options\r\n');
  }
  // A tunnel request or an invalid method is answered as far as it is parsed.
  for (const method of ['CONNECT', 'TRACK', 'NONSENSE']) {
    expect(await speak(`${method} /mcp HTTP/1.1\r\nHost: localhost\r\n\r\n`)).not.toContain('HTTP/1.1 2');
  }
  const lost = await speak('GET /health HTTP/1.1\r\nConnection: close\r\n\r\n');
  expect(lost).toMatch(/^HTTP\/1\.1 400 /);
  expect(lost).toContain('"error":"host_missing"');
});

test(
  '[P7.2] a thousand connections and slow clients do not block others, and are disconnected',
  patience,
  async () => {
    const dial = async (): Promise<Socket> => {
      const socket = connect(port, '127.0.0.1');
      sockets.push(socket);
      socket.on('error', () => {});
      await once(socket, 'connect');
      return socket;
    };
    const idle = await Promise.all(Array.from({ length: 1_000 }, dial));
    const slow = idle.slice(0, 20);
    const told = slow.map(async (socket) => {
      const [chunk] = (await once(socket, 'data')) as [Buffer];
      return String(chunk).slice(0, 12);
    });
    for (const socket of slow) socket.write('POST /mcp HTTP/1.1\r\nHost: localhost\r\nX-Slow');
    const answers = await Promise.all(
      Array.from({ length: 50 }, () =>
        send('/mcp', call('w_greet', { name: 'Ada' }), modernHeaders('w_greet')),
      ),
    );
    for (const { body } of answers) expect(body).toContain('Hello, Ada');
    expect(new Set(await Promise.all(told))).toEqual(new Set(['HTTP/1.1 408']));
  },
);

test(
  '[P7.2] after all of that it is up and small, and has reported no internal error',
  patience,
  async () => {
    expect(running.child.exitCode).toBe(null);
    const metrics = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
    const resident = Number(/^process_resident_memory_bytes (\S+)$/m.exec(metrics)?.[1]);
    expect(resident).toBeGreaterThan(0);
    expect(resident).toBeLessThan(400 * 1_024 * 1_024);
    expect(running.err()).not.toContain('internal error');
  },
);

test('[P7.4][R5.1] killed and restarted, it has every run and every question', patience, async () => {
  const invoke = async (tool: string, input: object) =>
    JSON.parse((await send('/mcp/tools/invoke', JSON.stringify({ tool, input }))).body);
  const asked = await invoke('w_ask', { wait_ms: 5_000 });
  expect(asked).toMatchObject({ status: 'input_required', message: 'How many?' });
  running.child.kill('SIGKILL');
  await running.ended;
  await start();
  expect(await invoke('cases_status', { case_id: asked.run_id })).toMatchObject({ case_id: asked.run_id });
  await invoke('workitems_complete', { workitem_id: asked.work_item_id, output_data: { count: 3 } });
  const status = await invoke('cases_status', { case_id: asked.run_id, wait_ms: 5_000 });
  expect(status).toMatchObject({ status: 'completed' });
});
