/** A raw connection to `signalbox stdio`: sends what no client would, and shows what none would. */
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';

type Message = Readonly<Record<string, unknown>>;

export class StdioConversation {
  readonly child: ChildProcess;
  readonly ended: Promise<unknown>;
  readonly lines: string[] = [];
  complaints = '';
  #rest = '';
  #lastId = 0;
  readonly #watchers = new Set<() => void>();

  constructor(child: ChildProcess) {
    this.child = child;
    this.ended = once(child, 'close');
    child.stdout?.setEncoding('utf8').on('data', (piece: string) => {
      const parts = (this.#rest + piece).split('\n');
      this.#rest = parts.pop() ?? '';
      this.lines.push(...parts);
      this.#notifyWatchers();
    });
    child.stderr?.setEncoding('utf8').on('data', (piece: string) => {
      this.complaints += piece;
      this.#notifyWatchers();
    });
  }

  send(line: string): void {
    this.child.stdin?.write(`${line}\n`);
  }

  async initialize(): Promise<void> {
    const clientInfo = { name: 'hand', version: '1' };
    await this.request('initialize', { protocolVersion: '2025-11-25', capabilities: {}, clientInfo });
    this.send(JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' }));
  }

  request(method: string, params: Message = {}): Promise<Message> {
    const id = `hand-${++this.#lastId}`;
    this.send(JSON.stringify({ jsonrpc: '2.0', id, method, params }));
    return this.#until(() => this.#messages().find((message) => message['id'] === id));
  }

  notified(method: string): Promise<Message> {
    return this.#until(() => this.#messages().find((message) => message['method'] === method));
  }

  async complained(pattern: RegExp): Promise<void> {
    await this.#until(() => (pattern.test(this.complaints) ? true : undefined));
  }

  /** Closes the input. @returns the exit code */
  end(): Promise<number | null> {
    this.child.stdin?.end();
    return this.#exitCode();
  }

  /** Signals the process to end. @returns the exit code */
  stop(): Promise<number | null> {
    this.child.kill('SIGTERM');
    return this.#exitCode();
  }

  /** Output that is not a message. */
  nonMessages(): readonly string[] {
    const nonMessageLines = this.lines.filter((line) => readMessage(line) === undefined);
    return this.#rest === '' ? nonMessageLines : [...nonMessageLines, this.#rest];
  }

  async #exitCode(): Promise<number | null> {
    await this.ended;
    return this.child.exitCode;
  }

  #messages(): readonly Message[] {
    return this.lines.map(readMessage).filter((message) => message !== undefined);
  }

  #until<Found>(find: () => Found | undefined): Promise<Found> {
    return new Promise((resolve, reject) => {
      const look = (): void => {
        const found = find();
        if (found === undefined) return;
        this.#watchers.delete(look);
        resolve(found);
      };
      this.#watchers.add(look);
      look();
      void this.ended.then(() => reject(new Error(`It ended.\n${this.complaints}`)));
    });
  }

  #notifyWatchers(): void {
    for (const look of [...this.#watchers]) look();
  }
}

function readMessage(line: string): Message | undefined {
  try {
    const message: unknown = JSON.parse(line);
    const isOne = typeof message === 'object' && message !== null && 'jsonrpc' in message;
    return isOne && message.jsonrpc === '2.0' ? (message as Message) : undefined;
  } catch {
    return undefined;
  }
}
