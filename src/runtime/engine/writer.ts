/**
 * Turns commands into commits: takes waiting commands in turn, applies them in memory, and writes them in one
 * transaction. Callers get their answers after the commit. A commit takes what is waiting when it begins, so a lone
 * command does not wait [R2.1, R2.5]. A run that takes long does not delay the commit of the others: it is written with
 * a later one [R4.4].
 */
import { HaltedError } from '../../kernel/index.ts';
import { LruCache } from '../cache/lru-cache.ts';
import type { Clock } from '../ports/clock.ts';
import type { Announcement } from '../ports/outbox.ts';
import type { Receipt } from '../ports/receipt.ts';
import { StoreError, type Verdict } from '../ports/store.ts';
import { atMost } from './at-most.ts';
import { auditEntryOf } from './audit-entry.ts';
import { auditIdGenerator } from './audit-id.ts';
import { chargeCommit } from './charge-commit.ts';
import { type Command, commandRunKey } from './command.ts';
import { DraftRun } from './draft-run.ts';
import { FairQueue } from './fair-queue.ts';
import { KeysInProgress } from './keys-in-progress.ts';
import { type EngineStores, type LiveRun, loadRun } from './live-run.ts';
import { nextTurn } from './next-turn.ts';
import type { Pauses } from './pauses.ts';
import { receiptOf } from './receipt-of.ts';
import { isLarge, type RunBatch, type RunWork, transactionsOf } from './run-batch.ts';
import { runKey } from './run-key.ts';
import type { EngineAnswer } from './run-requests.ts';
import { createWork, SlowRuns } from './slow-runs.ts';

export interface WriterOptions {
  readonly stores: EngineStores;
  readonly pauses: Pauses;
  readonly clock: Clock;
  /** Commands that may wait: in total, and per tenant. */
  readonly maxQueued: number;
  readonly maxQueuedPerTenant: number;
  /** Runs kept in memory. */
  readonly maxLoadedRuns: number;
  /** How long a receipt is kept. */
  readonly receiptLife: number;
  /** The messages about a change. */
  readonly announce: (draft: DraftRun) => readonly Announcement[];
  /** Continues what a command has caused, in the same commit. @param from number of effects before it */
  readonly settle?: (draft: DraftRun, from: number, now: number) => Promise<void>;
  /** After the commit: performs the effects. */
  readonly committed: (draft: DraftRun) => void;
  /** Reports an internal problem. */
  readonly report: (message: string, cause: unknown) => void;
}

const maxPerCommit = 256;
/** How long a commit waits for runs that are not applied, and takes more commands, in milliseconds. */
const maxDelay = 20;
/** The same if tenants share the process: what comes meanwhile waits for the commit. */
const maxDelayIfShared = 8;
/** A tenant is not served while this many of its runs take long. */
const maxSlowPerTenant = 16;
const storePause = { min: 100, max: 5_000 };
const triesAfterConflict = 20;
export const reservedPerTenant = 100;

export class Writer {
  readonly #options: WriterOptions;
  readonly #queue = new FairQueue<Command>();
  readonly #live: LruCache<LiveRun>;
  readonly #auditId: (at: number) => string;
  readonly #tries = new WeakMap<Command, number>();
  readonly #slowRuns = new SlowRuns<RunWork>(() => this.#scheduleProcessing());
  readonly #keys = new KeysInProgress();
  #isProcessing = false;
  #pause = 0;
  #storeProblem: StoreError | undefined;
  #resume: (() => void) | undefined;
  #closed = false;
  #idle: (() => void)[] = [];
  #draining = 0;

  constructor(options: WriterOptions) {
    this.#options = options;
    this.#live = new LruCache(options.maxLoadedRuns);
    this.#auditId = auditIdGenerator(options.stores.store);
    options.pauses.onEnd(() => this.#scheduleProcessing());
  }

  get queued(): number {
    return this.#queue.size;
  }

  get loaded(): number {
    return this.#live.size;
  }

  /** Why commits wait; `undefined` if they do not. */
  get storeProblem(): StoreError | undefined {
    return this.#resume === undefined ? undefined : this.#storeProblem;
  }

  add(command: Command): void {
    const refusal = command.urgent ? undefined : this.#refusal(command.tenant);
    if (refusal !== undefined) command.done(refusal);
    else if (!this.#closed || command.urgent) {
      this.#queue.add(command.tenant, command.run, command);
      this.#scheduleProcessing();
    }
  }

  /**
   * The run in memory; `undefined` if it is not loaded. Ended runs stay in memory for late answers: one may be purged
   * already.
   */
  findLoaded(key: string): LiveRun | undefined {
    return this.#live.get(key);
  }

  /** Accepts nothing new, and resolves when waiting commands are written, or cannot be. */
  async close(): Promise<void> {
    this.#closed = true;
    this.#resume?.();
    await this.drained();
  }

  /** Resolves when nothing waits to be written, or it cannot be written now. */
  async drained(): Promise<void> {
    this.#draining += 1;
    this.#scheduleProcessing();
    while (
      this.#isProcessing ||
      this.#slowRuns.size > 0 ||
      (this.#queue.size > 0 && this.#storeProblem === undefined)
    ) {
      await new Promise<void>((resolve) => this.#idle.push(resolve));
    }
    this.#draining -= 1;
  }

  #refusal(tenant: string): EngineAnswer | undefined {
    if (this.#closed) return { kind: 'unavailable', message: 'Signalbox is shutting down.', retryable: true };
    if (this.storeProblem !== undefined) return { kind: 'store-unavailable', error: this.storeProblem };
    const { maxQueued, maxQueuedPerTenant } = this.#options;
    const own = this.#queue.sizeOf(tenant) + this.#slowRuns.countOf(tenant);
    // Every tenant has a share, however many commands others send.
    const isFull = own >= maxQueuedPerTenant || (this.#queue.size >= maxQueued && own >= reservedPerTenant);
    return isFull ? { kind: 'overloaded', retryAfter: 1_000 } : undefined;
  }

  #scheduleProcessing(): void {
    if (this.#isProcessing || this.#resume !== undefined) return;
    this.#isProcessing = true;
    setImmediate(() => void this.#processQueue());
  }

  async #processQueue(): Promise<void> {
    const mayCommit = (tenant: string): boolean => !this.#isPaused(tenant);
    const works = this.#slowRuns.takeApplied(mayCommit, ({ batch }) => batch !== undefined && isLarge(batch));
    let isIdle = works.length === 0;
    try {
      const applied = await this.#applyQueued();
      if (applied !== undefined) {
        works.push(...applied);
        isIdle = false;
      }
      await this.#write(works);
    } catch (error) {
      this.#options.report('A commit could not be completed.', error);
    }
    for (const { batch } of works) for (const { command } of batch?.commands ?? []) this.#releaseKey(command);
    this.#slowRuns.release(works);
    this.#isProcessing = false;
    // If nothing was done, only runs that take long are queued: they continue by themselves.
    if (this.#slowRuns.hasApplied(mayCommit) || (this.#queue.size > 0 && !isIdle)) this.#scheduleProcessing();
    if (!this.#isProcessing) for (const call of this.#idle.splice(0)) call();
  }

  /** Resolves to what can be committed; the rest is committed later. `undefined` if nothing can be served. */
  async #applyQueued(): Promise<readonly RunWork[] | undefined> {
    const began = performance.now();
    const patience = this.#options.pauses.isShared() ? maxDelayIfShared : maxDelay;
    const works = new Map<string, RunWork>();
    const tookLong = new Set<RunWork>();
    for (let count = 0, at = began; count < maxPerCommit && at - began < patience; count++) {
      const command = this.#queue.take({
        tenant: (tenant) => !this.#isPaused(tenant) && this.#slowRuns.countOf(tenant) < maxSlowPerTenant,
        run: (tenant, run) => !this.#slowRuns.has(runKey(tenant, run)),
      });
      if (command === undefined) break;
      const key = commandRunKey(command);
      const work = works.get(key) ?? { ...createWork(key, command.tenant), batch: undefined };
      works.set(key, work);
      work.pending += 1;
      work.applied = work.applied.then(() => this.#apply(command, work));
      // One that waits for something else does not hold up the next.
      await Promise.race([work.applied, nextTurn()]);
      const after = performance.now();
      this.#queue.charge(command.tenant, after - at);
      if (after - at > patience) tookLong.add(work);
      at = after;
    }
    const all = [...works.values()];
    const slow = all.filter(({ pending }) => pending > 0);
    if (slow.length > 0) await atMost(patience, Promise.all(slow.map(({ applied }) => applied)));
    for (const work of all) if (work.pending > 0 || tookLong.has(work)) this.#slowRuns.follow(work);
    return all.length === 0 ? undefined : all.filter(({ key }) => !this.#slowRuns.has(key));
  }

  #isPaused(tenant: string): boolean {
    return this.#draining === 0 && this.#options.pauses.isPaused(tenant);
  }

  async #apply(command: Command, work: RunWork): Promise<void> {
    try {
      const isInBatch = await this.#addToBatch(command, work, this.#options.clock.now());
      if (!isInBatch) this.#releaseKey(command);
    } catch (error) {
      if (work.batch === undefined) this.#live.delete(work.key);
      this.#fail(command, error);
      this.#releaseKey(command);
    }
    work.pending -= 1;
  }

  async #write(works: readonly RunWork[]): Promise<void> {
    const changed: RunBatch[] = [];
    const batches = works.flatMap(({ batch }) => batch ?? []);
    for (const batch of batches) {
      if (batch.draft.isChanged) changed.push(batch);
      else {
        // Its effects were in the journal already.
        this.#finish(batch);
        this.#options.committed(batch.draft);
      }
    }
    for (const [index, transaction] of transactionsOf(changed).entries()) {
      if (index > 0) await nextTurn();
      await this.#commit(transaction);
    }
  }

  async #commit(batches: readonly RunBatch[]): Promise<void> {
    let verdicts: readonly Verdict[];
    const began = performance.now();
    try {
      const units = batches.map(({ draft }) => draft.toUnit(this.#options.announce(draft)));
      verdicts = await this.#options.stores.store.commit(units);
      chargeCommit(this.#queue, this.#options.pauses, batches, performance.now() - began);
    } catch (error) {
      // A problem of one run is no reason to refuse the others.
      if (!(error instanceof StoreError) && batches.length > 1) {
        for (const batch of batches) await this.#commit([batch]);
        return;
      }
      for (const { draft, commands } of batches) {
        this.#live.delete(draft.key);
        for (const { command } of commands) this.#fail(command, error);
      }
      return;
    }
    this.#pause = 0;
    this.#storeProblem = undefined;
    for (const [index, batch] of batches.entries()) this.#conclude(batch, verdicts[index]);
  }

  /** @returns whether the command is part of the batch of its run */
  async #addToBatch(command: Command, work: RunWork, now: number): Promise<boolean> {
    const { once } = command;
    if (once !== undefined) {
      if (!this.#keys.hold(command)) return true;
      const { store } = this.#options.stores;
      const receipt = await store.receipts.find({ tenant: command.tenant, ...once }, now);
      if (receipt !== undefined) {
        command.done(await this.#repeat(receipt, once.input));
        return false;
      }
    }
    // A new run has a commit of its own: a conflict of its id affects no other run.
    if (work.batch !== undefined && (command.begin !== undefined || work.batch.isNew)) {
      this.#queue.add(command.tenant, command.run, command);
      return false;
    }
    const batch = work.batch ?? (await this.#begin(command, now));
    if (batch === undefined) {
      command.done({ kind: 'not-found' });
      return false;
    }
    const { draft } = batch;
    draft.setCorrelationId(command.asked?.cause.correlationId ?? '');
    const from = draft.effects.length;
    const isStale = command.asOf !== undefined && command.asOf !== draft.record.seq;
    const refusal: EngineAnswer | undefined = isStale
      ? { kind: 'moved-on' }
      : await command.apply(draft, now);
    if (refusal !== undefined && batch.commands.length === 0) {
      command.done(refusal);
      return false;
    }
    work.batch = batch;
    const outcome = command.outcome?.() ?? draft.record.status;
    if (refusal === undefined) {
      const { settle, receiptLife } = this.#options;
      await settle?.(draft, from, now);
      if (once !== undefined)
        draft.addReceipt(receiptOf(command.tenant, once, draft.record, outcome, now, receiptLife));
      if (command.asked !== undefined)
        draft.addAuditEntry(auditEntryOf(command, command.asked, this.#auditId(now), now));
    }
    batch.commands.push({ command, refusal, outcome });
    return true;
  }

  /** Its receipt exists now, if it was applied: the commands that wait for it find it. */
  #releaseKey(command: Command): void {
    const waiting = this.#keys.release(command);
    for (const each of waiting) this.#queue.add(each.tenant, each.run, each);
    if (waiting.length > 0) this.#scheduleProcessing();
  }

  async #begin(command: Command, now: number): Promise<RunBatch | undefined> {
    const { stores } = this.#options;
    if (command.begin !== undefined) {
      return { draft: command.begin(now), isNew: true, commands: [] };
    }
    const live =
      this.#live.get(commandRunKey(command)) ?? (await loadRun(stores, command.tenant, command.run));
    if (live === undefined) return undefined;
    return { draft: new DraftRun(live, live.record.seq, stores.player), isNew: false, commands: [] };
  }

  async #repeat({ tenant, run, input, outcome }: Receipt, asked: string): Promise<EngineAnswer> {
    if (input !== asked) return { kind: 'key-conflict' };
    const record = await this.#options.stores.store.runs.find(tenant, run);
    return record === undefined
      ? { kind: 'not-found' }
      : { kind: 'done', run: record, repeated: true, outcome };
  }

  #conclude(batch: RunBatch, verdict: Verdict | undefined): void {
    const { draft, commands, isNew } = batch;
    if (verdict?.kind === 'committed') {
      this.#live.set(draft.key, draft.toLive());
      this.#finish(batch);
      this.#options.committed(draft);
      return;
    }
    // Another process has written to this run, or under this key: reload and try again.
    this.#live.delete(draft.key);
    for (const { command } of commands) {
      if (isNew && verdict?.kind === 'conflict') command.done({ kind: 'id-taken' });
      else this.#requeue(command);
    }
  }

  #finish({ draft, commands }: RunBatch): void {
    for (const { command, refusal, outcome } of commands) {
      command.done(refusal ?? { kind: 'done', run: draft.record, repeated: false, outcome });
    }
  }

  #requeue(command: Command): void {
    const tries = (this.#tries.get(command) ?? 0) + 1;
    this.#tries.set(command, tries);
    if (tries > triesAfterConflict && !command.urgent) {
      const message = 'Other requests keep changing this run.';
      command.done({ kind: 'unavailable', message, retryable: true });
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
      this.#options.report(`The run ${command.run} cannot continue.`, error);
      const message = `The run ${command.run} cannot be executed: ${error instanceof Error ? error.message : 'unknown reason'}`;
      command.done({ kind: 'unavailable', message, retryable: false });
    } else if (command.urgent && error.code !== 'closed' && !this.#closed) {
      this.#queue.add(command.tenant, command.run, command);
      this.#wait(error);
    } else {
      command.done({ kind: 'store-unavailable', error });
    }
  }

  /** Commands that must not be lost are tried again, with increasing delays. */
  #wait(error: StoreError): void {
    if (this.#resume !== undefined) return;
    this.#options.report(error.message, error);
    this.#storeProblem = error;
    this.#pause = Math.min(Math.max(this.#pause * 2, storePause.min), storePause.max);
    const { clock } = this.#options;
    const go = (): void => {
      cancel();
      this.#resume = undefined;
      this.#scheduleProcessing();
    };
    const cancel = clock.at(clock.now() + this.#pause, go);
    this.#resume = go;
  }
}
