/**
 * An MCP server that breaks the rules: `node hostile.fixture.mjs (stdio|PORT)`. It writes what the arguments of its tools
 * say. Over HTTP it listens on the loopback address and prints its port in the first line.
 */
import { spawn } from 'node:child_process';
import { createServer } from 'node:http';
import { createInterface } from 'node:readline';

const [, , place] = process.argv;
const memory = { lists: 0, isFirst: true };

const tools = [
  'flood',
  'raw',
  'blocks',
  'deep',
  'characters',
  'bytes',
  'stderr',
  'child',
  'leave',
  'lists',
  'echo',
];

const information = {
  protocolVersion: '2025-11-25',
  capabilities: { tools: { listChanged: true } },
  serverInfo: { name: 'hostile', version: '1.0.0' },
};

/** @returns the text of the result; `undefined` if nothing is answered */
const perform = {
  /** `#` in the text is the number of the message. */
  flood({ text, count }, write) {
    const messages = Array.from({ length: count }, (_, at) => text.replace('#', String(at)));
    for (let at = 0; at < count; at += 1_000) write(messages.slice(at, at + 1_000));
    return textResult('flooded');
  },
  raw: ({ result }) => result,
  blocks: ({ count }) =>
    JSON.stringify({ content: Array.from({ length: count }, () => ({ type: 'text', text: 'x' })) }),
  deep: ({ levels, structured, isError = false }) => {
    const value = `${'['.repeat(levels)}${']'.repeat(levels)}`;
    return structured
      ? `{"content":[],"structuredContent":{"deep":${value}},"isError":${isError}}`
      : textResult(value);
  },
  characters: ({ count }) => textResult('x'.repeat(count)),
  /** Without an end of a line. */
  bytes({ mebibytes }, _write, writeBytes) {
    for (let at = 0; at < mebibytes; at++) writeBytes('x'.repeat(1_048_576));
  },
  stderr({ mebibytes }) {
    for (let at = 0; at < mebibytes; at++) process.stderr.write('y'.repeat(1_048_575).concat('\n'));
    process.stderr.write('the end of it\n');
    return textResult('complained');
  },
  /** Keeps the streams of the server open and does not end by itself. */
  child: () => textResult(String(startChild().pid)),
  leave: () => process.exit(0),
  lists: () => textResult(String(memory.lists)),
  echo: (args) => textResult(JSON.stringify(args)),
};

const textResult = (text) => JSON.stringify({ content: [{ type: 'text', text }] });

function startChild() {
  const script = `process.on('SIGTERM', () => {}); process.stdout.write('\\n'); setInterval(() => {}, 1000)`;
  return spawn(process.execPath, ['-e', script], { stdio: 'inherit' });
}

function answer({ id, method, params }, write, writeBytes) {
  // Some programs accept no other request before this one.
  if (memory.isFirst && process.env.STRICT === '1' && method !== 'initialize') process.exit(1);
  memory.isFirst = false;
  if (id === undefined || method === undefined) return;
  const respond = (result) => write([`{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":${result}}`]);
  if (method === 'initialize') return respond(JSON.stringify(information));
  if (method === 'tools/list') {
    memory.lists += 1;
    const inputSchema = { type: 'object' };
    const annotations = (name) => ({ readOnlyHint: name === 'flood' });
    const names = process.env.MANY === '1' ? tools.map((name) => `${name}_${memory.lists}`) : tools;
    const listed = names.map((name) => ({ name, inputSchema, annotations: annotations(name) }));
    // With many tools there is always another page.
    const nextCursor = process.env.MANY === '1' ? String(memory.lists) : undefined;
    return respond(JSON.stringify({ tools: listed, nextCursor }));
  }
  if (method === 'tools/call') {
    const result = perform[params.name](params.arguments, write, writeBytes);
    return result === undefined ? undefined : respond(result);
  }
  write([
    `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"error":{"code":-32601,"message":"Method not found"}}`,
  ]);
}

if (place === 'stdio') {
  const writeBytes = (text) => process.stdout.write(text);
  createInterface({ input: process.stdin }).on('line', (line) =>
    answer(JSON.parse(line), (messages) => writeBytes(`${messages.join('\n')}\n`), writeBytes),
  );
} else {
  const listener = createServer((request, response) => {
    if (request.method !== 'POST') return response.writeHead(405).end();
    let body = '';
    request.on('data', (chunk) => {
      body += chunk;
    });
    request.on('end', () => {
      const message = JSON.parse(body);
      if (message.id === undefined || message.method === undefined) {
        answer(message);
        return response.writeHead(202).end();
      }
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      // The stream stays open after the response.
      const writeBytes = (text) => response.write(text);
      answer(
        message,
        (messages) => writeBytes(`${messages.map((each) => `data: ${each}`).join('\n\n')}\n\n`),
        writeBytes,
      );
    });
  });
  listener.listen(Number(place), '127.0.0.1', () => process.stdout.write(`${listener.address().port}\n`));
}
