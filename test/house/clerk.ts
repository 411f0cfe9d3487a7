/** Drives a process of its own at a data folder: see `clerk.fixture.mjs`. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { ErrorDetails } from '../../src/operations/index.ts';
import { fixturePath } from '../fixture-path.ts';

const fixture = fixturePath('clerk');

export interface ClerkOptions {
  readonly data: string;
  readonly workflows: string;
  readonly name: string;
  /** Where an owner listens so that a second one is found out; 0 for nowhere. */
  readonly port: number;
  readonly onRole?: (clerk: Clerk) => void;
}

export type Outcome =
  | { readonly kind: 'answer'; readonly result: unknown }
  | { readonly kind: 'error'; readonly details: ErrorDetails }
  /** The process ended before it told. */
  | { readonly kind: 'gone' };

type Line =
  | { readonly kind: 'role'; readonly role: 'owner' | 'attached' }
  | { readonly kind: 'rival' }
  | { readonly kind: 'warning'; readonly line: string }
  | (Exclude<Outcome, { kind: 'gone' }> & { readonly id: number });

export class Clerk {
  readonly name: string;
  readonly troubles: string[] = [];
  role: 'owner' | 'attached' | 'none' = 'none';
  readonly #process: ChildProcess;
  readonly #ended: Promise<unknown>;
  readonly #due = new Map<number, (outcome: Outcome) => void>();
  readonly #onRole: ((clerk: Clerk) => void) | undefined;
  #lastId = 0;

  constructor({ data, workflows, name, port, onRole }: ClerkOptions) {
    this.name = name;
    this.#onRole = onRole;
    this.#process = spawn(process.execPath, [fixture, data, workflows, name, String(port)], {
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    this.#ended = once(this.#process, 'close');
    void this.#ended.then(() => this.#end());
    this.#process.stdin?.on('error', () => undefined);
    this.#process.stderr?.on('data', (piece) => this.troubles.push(String(piece)));
    if (this.#process.stdout === null) throw new Error('A clerk without an output.');
    createInterface({ input: this.#process.stdout }).on('line', (line) => this.#hear(JSON.parse(line)));
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

  /** Lets it leave in order. */
  async leave(): Promise<void> {
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
      this.#due.set(id, done);
      this.#process.stdin?.write(`${JSON.stringify({ id, ...order })}\n`);
    });
  }

  #hear(line: Line): void {
    if (line.kind === 'rival') this.troubles.push('Two processes owned the folder at once.');
    else if (line.kind === 'warning') this.troubles.push(line.line);
    else if (line.kind === 'role') {
      this.role = line.role;
      this.#onRole?.(this);
    } else {
      this.#due.get(line.id)?.(line);
      this.#due.delete(line.id);
    }
  }

  #end(): void {
    this.role = 'none';
    for (const done of this.#due.values()) done({ kind: 'gone' });
    this.#due.clear();
  }
}
