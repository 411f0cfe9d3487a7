/** Controls a child process over a data folder: see `clerk.fixture.mjs`. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { ErrorDetails } from '../../src/operations/index.ts';
import { fixturePath } from '../fixture-path.ts';

const fixture = fixturePath('clerk');

export interface ChildProcessOptions {
  readonly data: string;
  readonly workflows: string;
  readonly name: string;
  /** The port on which an owner listens, to detect a second owner; 0 for none. */
  readonly port: number;
  readonly onRole?: (client: ChildProcessClient) => void;
}

export type Outcome =
  | { readonly kind: 'answer'; readonly result: unknown }
  | { readonly kind: 'error'; readonly details: ErrorDetails }
  /** The process ended before it answered. */
  | { readonly kind: 'gone' };

type Line =
  | { readonly kind: 'role'; readonly role: 'owner' | 'attached' }
  | { readonly kind: 'rival' }
  | { readonly kind: 'warning'; readonly line: string }
  | (Exclude<Outcome, { kind: 'gone' }> & { readonly id: number });

export class ChildProcessClient {
  readonly name: string;
  readonly problems: string[] = [];
  role: 'owner' | 'attached' | 'none' = 'none';
  readonly #process: ChildProcess;
  readonly #ended: Promise<unknown>;
  readonly #pending = new Map<number, (outcome: Outcome) => void>();
  readonly #onRole: ((client: ChildProcessClient) => void) | undefined;
  #lastId = 0;

  constructor({ data, workflows, name, port, onRole }: ChildProcessOptions) {
    this.name = name;
    this.#onRole = onRole;
    this.#process = spawn(process.execPath, [fixture, data, workflows, name, String(port)], {
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    this.#ended = once(this.#process, 'close');
    void this.#ended.then(() => this.#end());
    this.#process.stdin?.on('error', () => undefined);
    this.#process.stderr?.on('data', (piece) => this.problems.push(String(piece)));
    if (this.#process.stdout === null) throw new Error('A child process without an output.');
    createInterface({ input: this.#process.stdout }).on('line', (line) => this.#onLine(JSON.parse(line)));
  }

  get pid(): number {
    return this.#process.pid ?? 0;
  }

  get isAlive(): boolean {
    return this.#process.exitCode === null && this.#process.signalCode === null;
  }

  open(version = '1'): Promise<Outcome> {
    return this.#order({ kind: 'open', version });
  }

  call(operation: string, input: unknown): Promise<Outcome> {
    return this.#order({ kind: 'call', operation, input });
  }

  /** Lets it shut down gracefully. */
  async closeGracefully(): Promise<void> {
    await this.#order({ kind: 'close' });
    this.#process.stdin?.end();
    await this.#ended;
  }

  signal(signal: NodeJS.Signals): void {
    this.#process.kill(signal);
  }

  async kill(): Promise<void> {
    this.#process.kill('SIGKILL');
    await this.#ended;
  }

  #order(order: object): Promise<Outcome> {
    return new Promise((done) => {
      if (!this.isAlive) {
        done({ kind: 'gone' });
        return;
      }
      const id = ++this.#lastId;
      this.#pending.set(id, done);
      this.#process.stdin?.write(`${JSON.stringify({ id, ...order })}\n`);
    });
  }

  #onLine(line: Line): void {
    if (line.kind === 'rival') this.problems.push('Two processes owned the folder at once.');
    else if (line.kind === 'warning') this.problems.push(line.line);
    else if (line.kind === 'role') {
      this.role = line.role;
      this.#onRole?.(this);
    } else {
      this.#pending.get(line.id)?.(line);
      this.#pending.delete(line.id);
    }
  }

  #end(): void {
    this.role = 'none';
    for (const done of this.#pending.values()) done({ kind: 'gone' });
    this.#pending.clear();
  }
}
