/** The engine: what the writer has made durable is performed by the desk, the timekeeper and the relay. */
import type { Effect, Json } from '../../kernel/index.ts';
import type { CallOutcome } from '../ports/connector.ts';
import type { RunRecord } from '../ports/run-record.ts';
import { Alarm } from './alarm.ts';
import { Bulletin } from './bulletin.ts';
import { CallDesk, type CallName, type CallOrder } from './call-desk.ts';
import { orderOfEffect } from './call-orders.ts';
import type { RunChanges } from './change-log.ts';
import type { Command } from './command.ts';
import { createRunId } from './create-run-id.ts';
import type { DraftRun } from './draft-run.ts';
import type { Engine, EngineLoad } from './engine-contract.ts';
import { defaultEngineLimits, type EngineLimits, type EngineOptions } from './engine-options.ts';
import { handOut } from './hand-out.ts';
import { type Keepers, loadRun, stateAt } from './live-run.ts';
import { Machines } from './machines.ts';
import type {
  AdoptOrder,
  Answer,
  ApproveOrder,
  OpenedRun,
  PinnedWorkflow,
  RenewOrder,
  StartOrder,
  TellOrder,
} from './orders.ts';
import { Payloads } from './payloads.ts';
import { isResting, Recovery } from './recovery.ts';
import { Relay } from './relay.ts';
import {
  adoptCommand,
  answerCommand,
  approveCommand,
  type Newborn,
  parkCommand,
  playAdopted,
  renewCommand,
  startCommand,
  tellCommand,
} from './run-commands.ts';
import { runKey } from './run-key.ts';
import { RunReader } from './run-reader.ts';
import { Timekeeper } from './timekeeper.ts';
import { type Ancestry, claimUndo } from './undo-claims.ts';
import { shareOfTenant, Writer } from './writer.ts';

const patienceForRoom = 1_000;
const pauseOfClaims = 500;
const mostForgotten = 5_000;
const tidyEvery = 3_600_000;

export class DurableEngine implements Engine {
  readonly #options: EngineOptions;
  readonly #limits: EngineLimits;
  readonly #keepers: Keepers;
  readonly #writer: Writer;
  readonly #reader: RunReader;
  readonly #desk: CallDesk;
  readonly #recovery: Recovery;
  readonly #timekeeper: Timekeeper;
  readonly #relay: Relay | undefined;
  readonly #bulletin = new Bulletin();
  readonly #tidy: Alarm;
  #roomWanted: (() => void) | undefined;
  #hasBegun = false;
  #closed = false;

  constructor(options: EngineOptions) {
    this.#options = options;
    this.#limits = { ...defaultEngineLimits, ...options.limits };
    const { store, clock, connectors, evaluators, post, findHolder } = options;
    const hide = options.hide ?? ((value: Json) => value);
    const payloads = new Payloads(store.contents, hide);
    this.#keepers = { store, payloads, machines: new Machines(store.contents, evaluators, payloads) };
    this.#tidy = new Alarm(clock, () => void this.#forget());
    const add = (command: Command): void => this.#writer.add(command);
    this.#writer = new Writer({
      keepers: this.#keepers,
      clock,
      mostQueued: this.#limits.queued,
      mostQueuedOfTenant: this.#limits.queuedPerTenant,
      mostLive: this.#limits.loadedRuns,
      receiptLife: this.#limits.receiptLife,
      announce: (draft) => post?.announce(draft) ?? [],
      committed: (draft) => this.#perform(draft),
      report: this.#report,
      ...(findHolder === undefined
        ? {}
        : { settle: (draft, from, now) => handOut(draft, from, now, findHolder, this.#report) }),
    });
    this.#reader = new RunReader(this.#keepers, (key) => this.#writer.recall(key));
    this.#desk = new CallDesk({
      find: (name) => connectors.find(name),
      unstow: (tenant, payload) => payloads.unstow(tenant, payload),
      answer: (order, outcome) => this.#answer(order, outcome),
      callsPerRun: this.#limits.callsPerRun,
      clock,
      hide,
      report: this.#report,
    });
    this.#recovery = new Recovery({
      agenda: store.agenda,
      clock,
      desk: this.#desk,
      add,
      load: ({ tenant, id }) => loadRun(this.#keepers, tenant, id),
      isRepeatable: (order) => this.#isRepeatable(order),
      room: () => this.#room(),
      report: this.#report,
    });
    this.#timekeeper = new Timekeeper({ clock, agenda: store.agenda, add, report: this.#report });
    this.#relay =
      post === undefined
        ? undefined
        : new Relay({ ...post, clock, outbox: store.outbox, report: this.#report });
  }

  /** Goes on with what the last process left, while orders are taken already. */
  begin(): void {
    if (this.#hasBegun) return;
    this.#hasBegun = true;
    void this.#timekeeper.ring();
    this.#relay?.wake();
    void this.#recovery.recoverAll();
    this.#tidy.arm(this.#options.clock.now());
  }

  async start(order: StartOrder): Promise<Answer> {
    if (this.#isFlooded(order.tenant)) return { kind: 'overloaded', retryAfter: 1_000 };
    const bound = await this.#options.connectors.bind(order.workflow.program);
    if (bound.kind === 'unbound') return bound;
    const newborn = this.#newborn(order);
    const { payloads } = this.#keepers;
    return new Promise((done) =>
      this.#writer.add(startCommand(order, newborn, bound.bindings, payloads, done)),
    );
  }

  tell(order: TellOrder): Promise<Answer> {
    return new Promise((done) => this.#writer.add(tellCommand(order, this.#keepers.payloads, done)));
  }

  renew(order: RenewOrder): Promise<Answer> {
    return new Promise((done) => this.#writer.add(renewCommand(order, done)));
  }

  approve(order: ApproveOrder): Promise<Answer> {
    return new Promise((done) => this.#writer.add(approveCommand(order, done)));
  }

  async adopt(order: AdoptOrder): Promise<Answer> {
    if (this.#isFlooded(order.tenant)) return { kind: 'overloaded', retryAfter: 1_000 };
    const { payloads } = this.#keepers;
    const played = await playAdopted(order, this.#newborn(order), payloads, this.#options.clock.now());
    if ('kind' in played) return { kind: 'rejected', rejection: played };
    return new Promise((done) => this.#writer.add(adoptCommand(order, played, done)));
  }

  open(tenant: string, run: string, at?: number): Promise<OpenedRun | undefined> {
    return this.#reader.open(tenant, run, at);
  }

  async changed(
    tenant: string,
    run: string,
    after: number,
    signal: AbortSignal,
  ): Promise<RunRecord | undefined> {
    const { news, cancel } = this.#bulletin.watch(tenant, run, after, signal);
    const live = this.#writer.recall(runKey(tenant, run))?.record;
    const record = live?.endedAt === null ? live : await this.#options.store.runs.find(tenant, run);
    if (record !== undefined && record.seq <= after) return news;
    cancel();
    return record;
  }

  changes(tenant: string, after: string | undefined): RunChanges {
    return this.#bulletin.changes(tenant, after);
  }

  nextChange(tenant: string, signal: AbortSignal): Promise<void> {
    return this.#bulletin.nextChange(tenant, signal);
  }

  checkOutbox(): void {
    if (this.#hasBegun) this.#relay?.wake();
  }

  load(): EngineLoad {
    return {
      queued: this.#writer.queued,
      calling: this.#desk.active,
      waitingCalls: this.#desk.waiting,
      loadedRuns: this.#writer.loaded,
      delivering: this.#relay?.delivering ?? 0,
    };
  }

  async stop(grace = 0): Promise<void> {
    this.#timekeeper.close();
    this.#recovery.close();
    this.#tidy.close();
    this.#desk.hold();
    await this.#relay?.close();
    if (grace > 0) await this.#desk.idle(grace);
    // What the last answers ask for is known then, and not begun.
    await this.#writer.drained();
    this.#closed = true;
    this.#roomWanted?.();
    for (const run of this.#desk.unbegun()) this.#writer.add(parkCommand(run, this.#desk));
    await this.#writer.close();
    this.#desk.close();
    this.#bulletin.close();
  }

  readonly #report = (message: string, cause: unknown): void => this.#options.report?.(message, cause);

  #newborn({ workflow, id }: { readonly workflow: PinnedWorkflow; readonly id?: string }): Newborn {
    const { machines } = this.#keepers;
    const { hash, text } = machines.hash(workflow.program);
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

  #isFlooded(tenant: string): boolean {
    const { waitingCalls, waitingCallsPerTenant } = this.#limits;
    if (this.#desk.waiting < Math.min(waitingCalls, waitingCallsPerTenant)) return false;
    const own = this.#desk.waitingOf(tenant);
    return own >= waitingCallsPerTenant || (this.#desk.waiting >= waitingCalls && own >= shareOfTenant);
  }

  /** After a commit. */
  #perform(draft: DraftRun): void {
    const { record } = draft;
    if (draft.isChanged) this.#bulletin.post(record);
    if (this.#closed) return;
    if (record.due !== null && record.approvals === 0) this.#timekeeper.expect(record.due);
    for (const { lease } of draft.openItems()) if (lease !== null) this.#timekeeper.expect(lease);
    this.checkOutbox();
    if (record.approvals > 0) return;
    for (const order of draft.demands) this.#call(draft, order);
    for (const effect of draft.effects) this.#performEffect(draft, effect);
    // A copy that may move goes on with the calls that its journal leaves open.
    if (record.parked && record.endedAt === null && !isResting(record)) void this.#recovery.resume(record);
  }

  #performEffect(draft: DraftRun, effect: Effect): void {
    const { record } = draft;
    if (effect.kind === 'abortCall') this.#desk.abort({ tenant: record.tenant, run: record.id, ...effect });
    else if (effect.kind === 'call') this.#call(draft, orderOfEffect(record, effect));
  }

  #call(draft: DraftRun, order: CallOrder): void {
    if (order.undoes === 0) this.#desk.add(order);
    else void this.#undo(draft, order);
  }

  async #undo({ record, linked }: Pick<DraftRun, 'record' | 'linked'>, order: CallOrder): Promise<void> {
    const { store } = this.#keepers;
    const ancestry: Ancestry = {
      store,
      stateAt: (of, seq) => stateAt(this.#keepers, linked, of, seq, undefined),
    };
    try {
      const undoer = await claimUndo(ancestry, record, order.undoes);
      if (undoer === record.id) this.#desk.add(order);
      else this.#answer(order, { kind: 'succeeded', output: { undoneBy: undoer } });
    } catch (error) {
      // Nobody has undone anything yet: it is tried again.
      this.#report(`An undo of ${record.id} could not be claimed yet.`, error);
      const { clock } = this.#options;
      clock.at(clock.now() + pauseOfClaims, () => {
        if (!this.#closed) void this.#undo({ record, linked }, order);
      });
    }
  }

  async #isRepeatable(order: CallOrder): Promise<boolean> {
    const connector = this.#options.connectors.find(order.connector);
    if (connector === undefined) return false;
    const input = await this.#keepers.payloads.unstow(order.tenant, order.input);
    // What another server offers is known only once it was asked.
    await connector.operations();
    return connector.isRepeatable(order.operation, input);
  }

  #answer(order: CallName, outcome: CallOutcome): void {
    const settle = (): void => {
      this.#desk.settle(order);
      if (this.#desk.waiting < this.#limits.waitingCalls / 2) this.#roomWanted?.();
    };
    this.#writer.add(answerCommand(order, outcome, this.#keepers.payloads, settle));
  }

  /** Resolves when fewer calls wait than may; or soon, so that one slow connector does not keep all runs waiting. */
  #room(): Promise<void> {
    if (this.#closed || this.#desk.waiting < this.#limits.waitingCalls / 2) return Promise.resolve();
    const { clock } = this.#options;
    return new Promise((resolve) => {
      const cancel = clock.at(clock.now() + patienceForRoom, () => this.#roomWanted?.());
      this.#roomWanted = () => {
        this.#roomWanted = undefined;
        cancel();
        resolve();
      };
    });
  }

  /** Removes receipts, notes of sessions, messages, subscriptions and entries of the audit that nobody needs any more. */
  async #forget(): Promise<void> {
    const { store, clock } = this.#options;
    const { auditRetention } = this.#limits;
    try {
      const gone = await store.retention.forget(clock.now(), mostForgotten);
      const old =
        auditRetention === null ? 0 : await store.audit.forget(clock.now() - auditRetention, mostForgotten);
      this.#tidy.arm(clock.now() + (Math.max(gone, old) < mostForgotten ? tidyEvery : 0));
    } catch (error) {
      this.#report(
        'What nobody needs any more (receipts, notes, messages, entries of the audit) could not be removed.',
        error,
      );
      this.#tidy.arm(clock.now() + tidyEvery);
    }
  }
}
