/**
 * Turns commands into commits: what waits is taken in turn, applied in memory, and written in one transaction; only
 * then is anybody told. A lone command waits for nobody: a commit takes whatever is there when it begins [R2.1, R2.5].
 */
import { HaltedError } from '../../kernel/index.ts';
import type { AuditEntry } from '../ports/audit.ts';
import type { Clock } from '../ports/clock.ts';
import type { Announcement } from '../ports/outbox.ts';
import type { Receipt } from '../ports/receipt.ts';
import { StoreError, type Verdict } from '../ports/store.ts';
import { auditIdsOf } from './audit-id.ts';
import type { Command } from './command.ts';
import { DraftRun } from './draft-run.ts';
import { FairQueue } from './fair-queue.ts';
import { type Keepers, type LiveRun, loadRun } from './live-run.ts';
import type { Answer } from './orders.ts';
import { Recent } from './recent.ts';
import { runKey } from './run-key.ts';

export interface WriterOptions {
  readonly keepers: Keepers;
  readonly clock: Clock;
  /** Commands that may wait: in all, and of one tenant. */
  readonly mostQueued: number;
  readonly mostQueuedOfTenant: number;
  /** Runs kept in memory. */
  readonly mostLive: number;
  /** How long a receipt is kept. */
  readonly receiptLife: number;
  /** What others are told of a change. */
  readonly announce: (draft: DraftRun) => readonly Announcement[];
  /** Goes on with what a command has brought, in the same commit. @param from effects that were there before */
  readonly settle?: (draft: DraftRun, from: number, now: number) => Promise<void>;
  /** After the commit: performs what the kernel asked for. */
  readonly committed: (draft: DraftRun) => void;
  /** Something is broken that nobody asked about. */
  readonly report: (message: string, cause: unknown) => void;
}

interface Gathering {
  readonly draft: DraftRun;
  readonly isNew: boolean;
  readonly commands: Applied[];
}

/** A refusal may rest on what others did in the same commit: it is told when that has happened. */
interface Applied {
  readonly command: Command;
  readonly refusal: Answer | undefined;
  readonly outcome: string;
}

const mostPerCommit = 256;
const shortestPause = 100;
const longestPause = 5_000;
const triesAfterConflict = 20;
export const shareOfTenant = 100;

export class Writer {
  readonly #options: WriterOptions;
  readonly #queue = new FairQueue<Command>();
  readonly #live: Recent<LiveRun>;
  readonly #auditId: (at: number) => string;
  readonly #tries = new WeakMap<Command, number>();
  #isTurning = false;
  #pause = 0;
  #ailing = '';
  #resume: (() => void) | undefined;
  #closed = false;
  #idle: (() => void)[] = [];

  constructor(options: WriterOptions) {
    this.#options = options;
    this.#live = new Recent(options.mostLive);
    this.#auditId = auditIdsOf(options.keepers.store);
  }

  get queued(): number {
    return this.#queue.size;
  }

  get loaded(): number {
    return this.#live.size;
  }

  add(command: Command): void {
    const refusal = command.urgent ? undefined : this.#refusal(command.tenant);
    if (refusal !== undefined) command.done(refusal);
    else if (!this.#closed || command.urgent) {
      this.#queue.add(command.tenant, command.run, command);
      this.#turnSoon();
    }
  }

  /**
   * As it is in memory; undefined where it would have to be loaded. One that has ended is kept for answers that come
   * late: it may be purged meanwhile.
   */
  recall(key: string): LiveRun | undefined {
    return this.#live.get(key);
  }

  /** Takes nothing new, and resolves when what waits has been written, or cannot be. */
  async close(): Promise<void> {
    this.#closed = true;
    this.#resume?.();
    await this.drained();
  }

  /** Resolves when nothing waits to be written, or it cannot be written now. */
  async drained(): Promise<void> {
    while (this.#isTurning || (this.#queue.size > 0 && this.#ailing === '')) {
      await new Promise<void>((resolve) => this.#idle.push(resolve));
    }
  }

  #refusal(tenant: string): Answer | undefined {
    if (this.#closed) return { kind: 'unavailable', message: 'Signalbox is being stopped.', retryable: true };
    if (this.#resume !== undefined) return { kind: 'unavailable', message: this.#ailing, retryable: true };
    const { mostQueued, mostQueuedOfTenant } = this.#options;
    const own = this.#queue.sizeOf(tenant);
    // However loud others are, everybody has a share.
    const isFull = own >= mostQueuedOfTenant || (this.#queue.size >= mostQueued && own >= shareOfTenant);
    return isFull ? { kind: 'overloaded', retryAfter: 1_000 } : undefined;
  }

  #turnSoon(): void {
    if (this.#isTurning || this.#resume !== undefined) return;
    this.#isTurning = true;
    setImmediate(() => void this.#turn());
  }

  async #turn(): Promise<void> {
    const commands: Command[] = [];
    while (commands.length < mostPerCommit) {
      const command = this.#queue.take();
      if (command === undefined) break;
      commands.push(command);
    }
    try {
      await this.#write(commands);
    } catch (error) {
      this.#options.report('A commit could not be concluded.', error);
    }
    this.#isTurning = false;
    if (this.#queue.size > 0) this.#turnSoon();
    if (!this.#isTurning) for (const call of this.#idle.splice(0)) call();
  }

  async #write(commands: readonly Command[]): Promise<void> {
    const now = this.#options.clock.now();
    const gatherings = new Map<string, Gathering>();
    const keys = new Set<string>();
    for (const command of commands) {
      try {
        await this.#gather(command, gatherings, keys, now);
      } catch (error) {
        if (!gatherings.has(keyOf(command))) this.#live.delete(keyOf(command));
        this.#fail(command, error);
      }
    }
    const changed: Gathering[] = [];
    for (const gathering of gatherings.values()) {
      if (gathering.draft.isChanged) changed.push(gathering);
      else {
        // What it has performed was in the journal before.
        this.#finish(gathering);
        this.#options.committed(gathering.draft);
      }
    }
    if (changed.length > 0) await this.#commit(changed);
  }

  async #commit(gatherings: readonly Gathering[]): Promise<void> {
    let verdicts: readonly Verdict[];
    try {
      const units = gatherings.map(({ draft }) => draft.toUnit(this.#options.announce(draft)));
      verdicts = await this.#options.keepers.store.commit(units);
    } catch (error) {
      // What is wrong with one run is no reason to refuse the others.
      if (!(error instanceof StoreError) && gatherings.length > 1) {
        for (const gathering of gatherings) await this.#commit([gathering]);
        return;
      }
      for (const { draft, commands } of gatherings) {
        this.#live.delete(draft.key);
        for (const { command } of commands) this.#fail(command, error);
      }
      return;
    }
    this.#pause = 0;
    this.#ailing = '';
    for (const [index, gathering] of gatherings.entries()) this.#conclude(gathering, verdicts[index]);
  }

  async #gather(
    command: Command,
    gatherings: Map<string, Gathering>,
    keys: Set<string>,
    now: number,
  ): Promise<void> {
    const { once } = command;
    if (once !== undefined) {
      const name = JSON.stringify([command.tenant, once.subject, once.operation, once.key]);
      // The first one under this key is in this very commit: its receipt will be there next time.
      if (keys.has(name)) return this.#queue.add(command.tenant, command.run, command);
      const { store } = this.#options.keepers;
      const receipt = await store.receipts.find({ tenant: command.tenant, ...once }, now);
      if (receipt !== undefined) return command.done(await this.#repeat(receipt, once.input));
      keys.add(name);
    }
    const others = gatherings.get(keyOf(command));
    // A run that begins has a commit to itself: if its id is taken, that concerns nobody else.
    if (others !== undefined && (command.begin !== undefined || others.isNew)) {
      return this.#queue.add(command.tenant, command.run, command);
    }
    const gathering = others ?? (await this.#begin(command, now));
    if (gathering === undefined) return command.done({ kind: 'not-found' });
    const { draft } = gathering;
    draft.act(command.asked?.cause.correlationId ?? '');
    const from = draft.effects.length;
    const isStale = command.asOf !== undefined && command.asOf !== draft.record.seq;
    const refusal: Answer | undefined = isStale ? { kind: 'moved-on' } : await command.apply(draft, now);
    if (refusal !== undefined && gathering.commands.length === 0) return command.done(refusal);
    gatherings.set(keyOf(command), gathering);
    const outcome = command.outcome?.() ?? draft.record.status;
    gathering.commands.push({ command, refusal, outcome });
    if (refusal !== undefined) return;
    await this.#options.settle?.(draft, from, now);
    if (once !== undefined) draft.certify(this.#receiptOf(command.tenant, once, draft, outcome, now));
    if (command.asked !== undefined) draft.testify(entryOf(command, command.asked, this.#auditId(now), now));
  }

  async #begin(command: Command, now: number): Promise<Gathering | undefined> {
    const { keepers } = this.#options;
    if (command.begin !== undefined) {
      return { draft: command.begin(now), isNew: true, commands: [] };
    }
    const live = this.#live.get(keyOf(command)) ?? (await loadRun(keepers, command.tenant, command.run));
    if (live === undefined) return undefined;
    return { draft: new DraftRun(live, live.record.seq, keepers.payloads), isNew: false, commands: [] };
  }

  #receiptOf(
    tenant: string,
    once: NonNullable<Command['once']>,
    { record }: DraftRun,
    outcome: string,
    now: number,
  ): Receipt {
    const expiresAt = now + this.#options.receiptLife;
    const { id: run, seq } = record;
    return { tenant, ...once, run, seq, outcome, at: now, expiresAt };
  }

  async #repeat({ tenant, run, input, outcome }: Receipt, asked: string): Promise<Answer> {
    if (input !== asked) return { kind: 'key-conflict' };
    const record = await this.#options.keepers.store.runs.find(tenant, run);
    return record === undefined
      ? { kind: 'not-found' }
      : { kind: 'done', run: record, repeated: true, outcome };
  }

  #conclude(gathering: Gathering, verdict: Verdict | undefined): void {
    const { draft, commands, isNew } = gathering;
    if (verdict?.kind === 'committed') {
      this.#live.set(draft.key, draft.toLive());
      this.#finish(gathering);
      this.#options.committed(draft);
      return;
    }
    // Somebody else has written to this run, or under this key: from there on, again.
    this.#live.delete(draft.key);
    for (const { command } of commands) {
      if (isNew && verdict?.kind === 'conflict') command.done({ kind: 'id-taken' });
      else this.#again(command);
    }
  }

  #finish({ draft, commands }: Gathering): void {
    for (const { command, refusal, outcome } of commands) {
      command.done(refusal ?? { kind: 'done', run: draft.record, repeated: false, outcome });
    }
  }

  #again(command: Command): void {
    const tries = (this.#tries.get(command) ?? 0) + 1;
    this.#tries.set(command, tries);
    if (tries > triesAfterConflict && !command.urgent) {
      command.done({ kind: 'unavailable', message: 'Others keep changing this run.', retryable: true });
    } else {
      this.#queue.add(command.tenant, command.run, command);
    }
  }

  #fail(command: Command, error: unknown): void {
    if (error instanceof HaltedError) {
      const message = `Nothing was changed in the run ${command.run}. ${error.message}`;
      if (command.urgent) this.#options.report(message, error);
      command.done({ kind: 'unavailable', message, retryable: false });
    } else if (!(error instanceof StoreError)) {
      this.#options.report(`The run ${command.run} cannot go on.`, error);
      const message = `The run ${command.run} cannot be played: ${error instanceof Error ? error.message : 'unknown reason'}`;
      command.done({ kind: 'unavailable', message, retryable: false });
    } else if (command.urgent && error.code !== 'closed' && !this.#closed) {
      this.#queue.add(command.tenant, command.run, command);
      this.#wait(error);
    } else {
      command.done({ kind: 'unavailable', message: error.message, retryable: error.retryable });
    }
  }

  /** What must not be lost is tried again, later each time. */
  #wait(error: StoreError): void {
    if (this.#resume !== undefined) return;
    this.#options.report(error.message, error);
    this.#ailing = error.message;
    this.#pause = Math.min(Math.max(this.#pause * 2, shortestPause), longestPause);
    const { clock } = this.#options;
    const go = (): void => {
      cancel();
      this.#resume = undefined;
      this.#turnSoon();
    };
    const cancel = clock.at(clock.now() + this.#pause, go);
    this.#resume = go;
  }
}

function entryOf(
  { tenant, run }: Command,
  { by, cause }: NonNullable<Command['asked']>,
  id: string,
  at: number,
): AuditEntry {
  const { operation, kind, correlationId, target = run } = cause;
  const who = { tenant, id, at, subject: by, kind };
  return { ...who, operation, outcome: 'done', code: '', target, correlationId, times: 1 };
}

const keyOf = ({ tenant, run }: Command): string => runKey(tenant, run);
