/**
 * Starts a program and exchanges messages with it over its standard input and output. The program has a process group of
 * its own: the processes that it starts end with it. One that escapes may keep its streams and is not waited for.
 */
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import {
  deserializeMessage,
  type JSONRPCMessage,
  SdkError,
  SdkErrorCode,
  serializeMessage,
  type Transport,
} from '@modelcontextprotocol/client';
import { getDefaultEnvironment } from '@modelcontextprotocol/client/stdio';
import { readLines, yieldToEventLoop } from '../../runtime/index.ts';
import type { ServerTransport } from './guarded-transport.ts';
import type { StdioServer } from './mcp-server.ts';
import { type LimitError, maxMessageBytes, maxUnreadBytes, unreadInput } from './server-limits.ts';
import type { StderrTail } from './stderr-tail.ts';
import { TooLargeError } from './too-large-error.ts';

export interface ProgramOptions {
  readonly program: StdioServer;
  readonly stderrTail: StderrTail;
  /** Called for the bytes of its output. Throws to end the connection. */
  readonly onBytes: (count: number) => void;
  readonly onViolation: (error: LimitError) => void;
}

/** How long to wait for a program to end when its input ends, and then when it receives a signal, in milliseconds. */
const patience = 2_000;
/** How long to wait for the last output of a program that has ended, in milliseconds. */
const grace = 500;

export class ProgramTransport implements ServerTransport {
  readonly #options: ProgramOptions;
  #child: ChildProcessWithoutNullStreams | undefined;
  #closed: Promise<unknown> = Promise.resolve();
  onclose?: Transport['onclose'];
  onerror?: Transport['onerror'];
  onmessage?: Transport['onmessage'];

  constructor(options: ProgramOptions) {
    this.#options = options;
  }

  async start(): Promise<void> {
    const { command, args, env, cwd } = this.#options.program;
    const child = spawn(command, args, {
      env: { ...getDefaultEnvironment(), ...env },
      stdio: 'pipe',
      detached: true,
      ...(cwd === undefined ? {} : { cwd }),
    });
    await once(child, 'spawn');
    this.#child = child;
    child.on('error', () => undefined);
    this.#closed = new Promise((resolve) => child.once('close', resolve)).then(() => this.onclose?.());
    child.stdin.on('error', () => undefined);
    child.once('exit', () => {
      signalGroup(child, 'SIGKILL');
      void this.#leaveStreams(child);
    });
    this.#options.stderrTail.listen(child.stderr);
    void this.#read(child);
  }

  send(message: JSONRPCMessage): Promise<void> {
    const stdin = this.#child?.stdin;
    if (stdin === undefined || !stdin.writable) {
      return Promise.reject(new SdkError(SdkErrorCode.NotConnected, 'Not connected'));
    }
    if (stdin.writableLength > maxUnreadBytes) this.#options.onViolation(unreadInput());
    return new Promise((resolve, reject) => {
      stdin.write(serializeMessage(message), (error) => (error == null ? resolve() : reject(error)));
    });
  }

  /** Ends the program politely first. */
  async close(): Promise<void> {
    const child = this.#child;
    if (child === undefined) return;
    child.stdin.end();
    for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
      if (await this.#closesWithin(patience)) return;
      signalGroup(child, signal);
    }
    await this.#closesWithin(patience);
  }

  terminate(): void {
    if (this.#child !== undefined) signalGroup(this.#child, 'SIGKILL');
  }

  async #closesWithin(milliseconds: number): Promise<boolean> {
    const timer = new AbortController();
    const late = wait(milliseconds, false, { signal: timer.signal }).catch(() => false);
    const isClosed = await Promise.race([this.#closed.then(() => true), late]);
    timer.abort();
    return isClosed;
  }

  async #read(child: ChildProcessWithoutNullStreams): Promise<void> {
    for await (const line of readLines(this.#output(child), maxMessageBytes)) {
      await yieldToEventLoop();
      if (line.kind === 'line') this.#deliver(line.bytes);
      else {
        this.onerror?.(new TooLargeError());
        this.terminate();
      }
    }
    // A program that has closed its output can no longer answer.
    void this.close();
  }

  async *#output(child: ChildProcessWithoutNullStreams): AsyncGenerator<Uint8Array> {
    for await (const chunk of child.stdout) {
      this.#options.onBytes(chunk.length);
      yield chunk;
    }
  }

  #deliver(bytes: Uint8Array): void {
    const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8');
    if (text.trim() === '') return;
    try {
      this.onmessage?.(deserializeMessage(text));
    } catch (error) {
      this.onerror?.(error instanceof Error ? error : new Error(String(error)));
    }
  }

  /** Processes that escaped may keep the streams open. */
  async #leaveStreams(child: ChildProcessWithoutNullStreams): Promise<void> {
    if (await this.#closesWithin(grace)) return;
    for (const stream of child.stdio) stream?.destroy();
  }
}

/** Does nothing if the whole group has ended. */
function signalGroup({ pid }: ChildProcessWithoutNullStreams, signal: NodeJS.Signals): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, signal);
  } catch {
    // It has ended.
  }
}
