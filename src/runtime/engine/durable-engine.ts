/**
 * The engine: performs what the writer has committed, with the call dispatcher, the timer scheduler and the outbox
 * sender.
 */
import type { Effect, Json } from '../../kernel/index.ts';
import type { ConnectorOutcome } from '../ports/connector.ts';
import type { RunRecord } from '../ports/run-record.ts';
import { assignItems } from './assign-items.ts';
import { atMost } from './at-most.ts';
import { CallDispatcher, type CallId, type CallRequest } from './call-dispatcher.ts';
import { type CallOutcome, callOutside, type OutsideCallOptions, overloaded } from './call-outside.ts';
import { callRequestOfEffect, canBeUndone } from './call-requests.ts';
import type { RunChanges } from './change-log.ts';
import { ChangeNotifier } from './change-notifier.ts';
import type { Command } from './command.ts';
import { createRunId } from './create-run-id.ts';
import type { DraftRun } from './draft-run.ts';
import type { Engine, EngineLoad, Wait } from './engine-contract.ts';
import { defaultEngineLimits, type EngineLimits, type EngineOptions } from './engine-options.ts';
import { declineCommand, renewCommand } from './item-commands.ts';
import { type EngineStores, loadRun, stateAt } from './live-run.ts';
import { hashProgram, Machines } from './machines.ts';
import { OutboxSender } from './outbox-sender.ts';
import { Pauses } from './pauses.ts';
import { Payloads } from './payloads.ts';
import { Player } from './player.ts';
import { isBlocked, Recovery } from './recovery.ts';
import {
  adoptCommand,
  answerCommand,
  approveCommand,
  externalizeHeld,
  type NewRun,
  parkCommand,
  playAdopted,
  startCommand,
  submitEventCommand,
} from './run-commands.ts';
import { runKey } from './run-key.ts';
import { RunReader } from './run-reader.ts';
import type {
  AdoptRequest,
  ApproveRequest,
  DeclineRequest,
  EngineAnswer,
  OpenedRun,
  OutsideCall,
  PinnedWorkflow,
  RenewRequest,
  StartRequest,
  SubmitEventRequest,
} from './run-requests.ts';
import { TimerScheduler } from './timer-scheduler.ts';
import { type Ancestry, claimUndo } from './undo-claims.ts';
import { WakeUpTimer } from './wake-up-timer.ts';
import { reservedPerTenant, Writer } from './writer.ts';
import { yieldToEventLoop } from './yield-to-event-loop.ts';

const capacityTimeout = 1_000;
const claimRetryDelay = 500;
const maxRemovedAtOnce = 5_000;
const cleanupInterval = 3_600_000;

export class DurableEngine implements Engine {
  readonly #options: EngineOptions;
  readonly #limits: EngineLimits;
  readonly #outsideCalls: OutsideCallOptions;
  readonly #stores: EngineStores;
  readonly #writer: Writer;
  readonly #reader: RunReader;
  readonly #callDispatcher: CallDispatcher;
  readonly #recovery: Recovery;
  readonly #timerScheduler: TimerScheduler;
  readonly #outboxSender: OutboxSender | undefined;
  readonly #changeNotifier = new ChangeNotifier();
  readonly #cleanupTimer: WakeUpTimer;
  #onCapacityWanted: (() => void) | undefined;
  #hasBegun = false;
  #closed = false;

  constructor(options: EngineOptions) {
    this.#options = options;
    this.#limits = { ...defaultEngineLimits, ...options.limits };
    const { store, clock, connectors, evaluators, elsewhere, post, findHolder } = options;
    const hide = options.hide ?? ((value: Json) => value);
    const payloads = new Payloads(store.contents, hide);
    const pauses = new Pauses();
    const player = new Player(payloads, elsewhere, pauses);
    this.#stores = { store, payloads, player, machines: new Machines(store.contents, evaluators, payloads) };
    this.#cleanupTimer = new WakeUpTimer(clock, () => void this.#removeExpired());
    const add = (command: Command): void => this.#writer.add(command);
    this.#writer = new Writer({
      stores: this.#stores,
      pauses,
      clock,
      maxQueued: this.#limits.queued,
      maxQueuedPerTenant: this.#limits.queuedPerTenant,
      maxLoadedRuns: this.#limits.loadedRuns,
      receiptLife: this.#limits.receiptLife,
      announce: (draft) => post?.announce(draft) ?? [],
      committed: (draft) => this.#perform(draft),
      report: this.#report,
      ...(findHolder === undefined
        ? {}
        : { settle: (draft, from, now) => assignItems(draft, from, now, findHolder, this.#report) }),
    });
    this.#reader = new RunReader(this.#stores, (key) => this.#writer.findLoaded(key));
    this.#callDispatcher = new CallDispatcher({
      find: (tenant, name) => connectors.find(tenant, name),
      resolvePayload: (tenant, payload) => payloads.resolvePayload(tenant, payload),
      answer: (request, outcome) =>
        request.answer === undefined ? this.#answer(request, outcome) : request.answer(outcome),
      callsPerRun: this.#limits.callsPerRun,
      clock,
      hide,
      report: this.#report,
    });
    this.#outsideCalls = { callDispatcher: this.#callDispatcher, clock, hide };
    this.#recovery = new Recovery({
      agenda: store.agenda,
      clock,
      callDispatcher: this.#callDispatcher,
      add,
      load: ({ tenant, id }) => loadRun(this.#stores, tenant, id),
      isRepeatable: (request) => this.#isRepeatable(request),
      waitForCapacity: () => this.#waitForCapacity(),
      report: this.#report,
    });
    this.#timerScheduler = new TimerScheduler({ clock, agenda: store.agenda, add, report: this.#report });
    this.#outboxSender =
      post === undefined
        ? undefined
        : new OutboxSender({ ...post, clock, outbox: store.outbox, report: this.#report });
  }

  /** Resumes what the last process left unfinished, while it already accepts requests. */
  begin(): void {
    if (this.#hasBegun) return;
    this.#hasBegun = true;
    void this.#timerScheduler.fireDue();
    this.#outboxSender?.wake();
    void this.#recovery.recoverAll();
    this.#cleanupTimer.arm(this.#options.clock.now());
  }

  async start(request: StartRequest): Promise<EngineAnswer> {
    if (this.#isOverloaded(request.tenant)) return { kind: 'overloaded', retryAfter: 1_000 };
    const bound = await this.#options.connectors.bind(request.tenant, request.workflow.program);
    if (bound.kind === 'unbound') return bound;
    const newRun = await this.#newRun(request);
    return new Promise((done) =>
      this.#writer.add(startCommand(request, newRun, bound.bindings, this.#stores, done)),
    );
  }

  submitEvent(request: SubmitEventRequest): Promise<EngineAnswer> {
    return new Promise((done) => this.#writer.add(submitEventCommand(request, this.#stores.payloads, done)));
  }

  renew(request: RenewRequest): Promise<EngineAnswer> {
    return new Promise((done) => this.#writer.add(renewCommand(request, done)));
  }

  approve(request: ApproveRequest): Promise<EngineAnswer> {
    return new Promise((done) => this.#writer.add(approveCommand(request, done)));
  }

  decline(request: DeclineRequest): Promise<EngineAnswer> {
    return new Promise((done) => this.#writer.add(declineCommand(request, done)));
  }

  async adopt(given: AdoptRequest): Promise<EngineAnswer> {
    if (this.#isOverloaded(given.tenant)) return { kind: 'overloaded', retryAfter: 1_000 };
    const request = given.origin === null ? externalizeHeld(given, this.#stores.payloads) : given;
    const played = await playAdopted(
      request,
      await this.#newRun(request),
      this.#stores.player,
      this.#options.clock.now(),
    );
    if ('kind' in played) return { kind: 'rejected', rejection: played };
    return new Promise((done) => this.#writer.add(adoptCommand(request, played, done)));
  }

  async call(call: OutsideCall): Promise<CallOutcome> {
    return this.#isOverloaded(call.tenant) ? overloaded : callOutside(this.#outsideCalls, call);
  }

  open(tenant: string, run: string, at?: number): Promise<OpenedRun | undefined> {
    return this.#reader.open(tenant, run, at);
  }

  async changed(
    tenant: string,
    run: string,
    isEnough: (record: RunRecord) => boolean,
    { limit, signal }: Wait,
  ): Promise<RunRecord | undefined> {
    const { clock, store } = this.#options;
    const { update, cancel } = this.#changeNotifier.watch(tenant, run, isEnough, signal);
    const stopTimer = limit === undefined ? undefined : clock.at(clock.now() + limit, cancel);
    try {
      const live = this.#writer.findLoaded(runKey(tenant, run))?.record;
      const record = live?.endedAt === null ? live : await store.runs.find(tenant, run);
      return record === undefined || isEnough(record) ? record : await update;
    } finally {
      stopTimer?.();
      cancel();
    }
  }

  changes(tenant: string, after: string | undefined): RunChanges {
    return this.#changeNotifier.changes(tenant, after);
  }

  nextChange(tenant: string, signal: AbortSignal): Promise<void> {
    return this.#changeNotifier.nextChange(tenant, signal);
  }

  checkOutbox(): void {
    if (this.#hasBegun) this.#outboxSender?.wake();
  }

  load(): EngineLoad {
    return {
      queued: this.#writer.queued,
      calling: this.#callDispatcher.active,
      waitingCalls: this.#callDispatcher.waiting,
      loadedRuns: this.#writer.loaded,
      delivering: this.#outboxSender?.delivering ?? 0,
    };
  }

  async checkStore(): Promise<void> {
    if (this.#writer.storeProblem !== undefined) throw this.#writer.storeProblem;
    await this.#options.store.probe();
  }

  async stop(grace = 0): Promise<void> {
    this.#timerScheduler.close();
    this.#recovery.close();
    this.#cleanupTimer.close();
    this.#callDispatcher.pause();
    await this.#outboxSender?.close();
    if (grace > 0) await this.#callDispatcher.waitUntilIdle(grace);
    // After this the calls that the last answers request are known, and have not started. Runs that take too long are left to
    // the next start.
    const withinGrace = (work: Promise<void>): Promise<void> => (grace > 0 ? atMost(grace, work) : work);
    await withinGrace(this.#writer.drained());
    this.#closed = true;
    this.#onCapacityWanted?.();
    for (const run of this.#callDispatcher.runsWithUnstartedCalls())
      this.#writer.add(parkCommand(run, this.#callDispatcher));
    await withinGrace(this.#writer.close());
    this.#callDispatcher.close();
    this.#changeNotifier.close();
  }

  readonly #report = (message: string, cause: unknown): void => this.#options.report?.(message, cause);

  /** Hashing and linking a large program take a turn of the event loop each. */
  async #newRun({
    workflow,
    id,
  }: {
    readonly workflow: PinnedWorkflow;
    readonly id?: string;
  }): Promise<NewRun> {
    const { machines } = this.#stores;
    await yieldToEventLoop();
    const { hash, text } = hashProgram(workflow.program);
    await yieldToEventLoop();
    return {
      id: id ?? createRunId(this.#options.clock.now()),
      programHash: hash,
      linked: machines.link(workflow.program),
      contents: [
        { kind: 'program', hash, text },
        { kind: 'definition', hash: workflow.revision, text: workflow.source },
      ],
    };
  }

  #isOverloaded(tenant: string): boolean {
    const { waitingCalls, waitingCallsPerTenant } = this.#limits;
    if (this.#callDispatcher.waiting < Math.min(waitingCalls, waitingCallsPerTenant)) return false;
    const waitingOfTenant = this.#callDispatcher.waitingOf(tenant);
    return (
      waitingOfTenant >= waitingCallsPerTenant ||
      (this.#callDispatcher.waiting >= waitingCalls && waitingOfTenant >= reservedPerTenant)
    );
  }

  /** After a commit. */
  #perform(draft: DraftRun): void {
    const { record } = draft;
    if (draft.isChanged) this.#changeNotifier.publish(record);
    if (this.#closed) return;
    if (record.due !== null && record.approvals === 0) this.#timerScheduler.expect(record.due);
    for (const { lease } of draft.openItems()) if (lease !== null) this.#timerScheduler.expect(lease);
    this.checkOutbox();
    if (record.approvals > 0) return;
    for (const request of draft.requestedCalls) this.#call(draft, request);
    for (const effect of draft.effects) this.#performEffect(draft, effect);
    // A copy that may proceed makes the open calls of its journal.
    if (record.parked && record.endedAt === null && !isBlocked(record)) void this.#recovery.resume(record);
  }

  #performEffect(draft: DraftRun, effect: Effect): void {
    const { record } = draft;
    if (effect.kind === 'abortCall') {
      const call = { tenant: record.tenant, run: record.id, ...effect };
      this.#callDispatcher.abandon(call, canBeUndone(draft.linked.program, draft.state, effect.instance));
    }
    if (effect.kind === 'call') this.#call(draft, callRequestOfEffect(record, effect));
  }

  #call(draft: DraftRun, request: CallRequest): void {
    if (request.undoes === 0) this.#callDispatcher.add(request);
    else void this.#undo(draft, request);
  }

  async #undo({ record, linked }: Pick<DraftRun, 'record' | 'linked'>, request: CallRequest): Promise<void> {
    const { store } = this.#stores;
    const ancestry: Ancestry = {
      store,
      stateAt: (of, seq) => stateAt(this.#stores, linked, of, seq, undefined),
    };
    try {
      const undoingRun = await claimUndo(ancestry, record, request.undoes);
      if (undoingRun === record.id) this.#callDispatcher.add(request);
      else this.#answer(request, { kind: 'succeeded', output: { undoneBy: undoingRun } });
    } catch (error) {
      // The undo has not started: the claim is tried again.
      this.#report(`The undo of the run ${record.id} could not be claimed yet.`, error);
      const { clock } = this.#options;
      clock.at(clock.now() + claimRetryDelay, () => {
        if (!this.#closed) void this.#undo({ record, linked }, request);
      });
    }
  }

  async #isRepeatable(request: CallRequest): Promise<boolean> {
    const connector = this.#options.connectors.find(request.tenant, request.connector);
    if (connector === undefined) return false;
    const input = await this.#stores.payloads.resolvePayload(request.tenant, request.input);
    // The operations of a remote server are known only after a request to it.
    await connector.operations();
    return connector.isRepeatable(request.operation, input, request.begunAt);
  }

  #answer(request: CallId, outcome: ConnectorOutcome): void {
    const settle = (): void => {
      this.#callDispatcher.settle(request);
      if (this.#callDispatcher.waiting < this.#limits.waitingCalls / 2) this.#onCapacityWanted?.();
    };
    this.#writer.add(answerCommand(request, outcome, this.#stores.payloads, settle));
  }

  /**
   * Resolves when fewer calls wait than the limit, or after a short time, so that one slow connector does not delay
   * all runs.
   */
  #waitForCapacity(): Promise<void> {
    if (this.#closed || this.#callDispatcher.waiting < this.#limits.waitingCalls / 2)
      return Promise.resolve();
    const { clock } = this.#options;
    return new Promise((resolve) => {
      const cancel = clock.at(clock.now() + capacityTimeout, () => this.#onCapacityWanted?.());
      this.#onCapacityWanted = () => {
        this.#onCapacityWanted = undefined;
        cancel();
        resolve();
      };
    });
  }

  /** Removes expired receipts, session notes, messages, subscriptions and audit entries. */
  async #removeExpired(): Promise<void> {
    const { store, clock } = this.#options;
    const { auditRetention } = this.#limits;
    try {
      const gone = await store.retention.forget(clock.now(), maxRemovedAtOnce);
      const old =
        auditRetention === null
          ? 0
          : await store.audit.forget(clock.now() - auditRetention, maxRemovedAtOnce);
      this.#cleanupTimer.arm(clock.now() + (Math.max(gone, old) < maxRemovedAtOnce ? cleanupInterval : 0));
    } catch (error) {
      this.#report(
        'Expired data (receipts, session notes, messages, audit entries) could not be removed.',
        error,
      );
      this.#cleanupTimer.arm(clock.now() + cleanupInterval);
    }
  }
}
