/** A client that starts a server as a host does, by its command, and examines every line of its output. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

export interface ServerCommand {
  readonly command: string;
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

export interface ProbeResult {
  readonly serverInfo: { readonly name: string; readonly version: string };
  readonly tools: readonly string[];
  /** The structured contents of the responses, in the order of the calls. */
  readonly answers: readonly Readonly<Record<string, unknown>>[];
  /** Everything on standard output; each line is a message of the protocol. */
  readonly lines: readonly string[];
  readonly errors: string;
  readonly code: number | null;
}

export interface ProbeCall {
  readonly name: string;
  readonly arguments: Readonly<Record<string, unknown>>;
}

interface Message {
  readonly jsonrpc: string;
  readonly id?: number;
  readonly result?: Readonly<Record<string, never>>;
}

/** Connects, lists the tools, makes the calls, and disconnects. */
export async function probeServer(
  { command, args, env = {} }: ServerCommand,
  folder: string,
  calls: readonly ProbeCall[] = [],
): Promise<ProbeResult> {
  // Hosts pass on little of their own environment.
  const child = spawn(command, args, {
    cwd: folder,
    env: { PATH: process.env['PATH'], HOME: folder, ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  let errors = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors += text;
  });
  // A server that has ended takes nothing more; its responses show that.
  child.stdin.on('error', () => undefined);
  const lines: string[] = [];
  const reader = createInterface(child.stdout)[Symbol.asyncIterator]();
  const ended = once(child, 'close');
  let lastId = 0;
  const send = (message: object) => child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  const ask = async (method: string, params: object): Promise<Readonly<Record<string, never>>> => {
    const id = ++lastId;
    send({ id, method, params });
    for (;;) {
      const { value: line, done } = await reader.next();
      if (done === true) throw new Error(`${command} ended without a response to ${method}: ${errors}`);
      lines.push(line);
      const message = JSON.parse(line) as Message;
      if (message.id === id && message.result !== undefined) return message.result;
      if (message.id === id) throw new Error(line);
    }
  };
  try {
    const { serverInfo } = await ask('initialize', {
      protocolVersion: '2025-11-25',
      capabilities: {},
      clientInfo: { name: 'visitor', version: '1' },
    });
    send({ method: 'notifications/initialized' });
    const { tools } = await ask('tools/list', {});
    const answers: Readonly<Record<string, unknown>>[] = [];
    for (const call of calls) answers.push((await ask('tools/call', call))['structuredContent'] ?? {});
    child.stdin.end();
    for await (const line of { [Symbol.asyncIterator]: () => reader }) lines.push(line);
    await ended;
    const names = (tools as unknown as readonly { readonly name: string }[]).map(({ name }) => name);
    return {
      serverInfo: serverInfo as unknown as ProbeResult['serverInfo'],
      tools: names,
      answers,
      lines,
      errors,
      code: child.exitCode,
    };
  } finally {
    child.kill('SIGKILL');
  }
}
