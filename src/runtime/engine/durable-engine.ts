/** The engine: what the writer has made durable is performed by the desk, the timekeeper and the relay. */
import type { Effect } from '../../kernel/index.ts';
import type { CallOutcome } from '../ports/connector.ts';
import type { RunRecord } from '../ports/run-record.ts';
import { Bulletin } from './bulletin.ts';
import { CallDesk, type CallName, type CallOrder, notMade } from './call-desk.ts';
import { orderOfEffect } from './call-orders.ts';
import type { Command } from './command.ts';
import { createRunId } from './create-run-id.ts';
import type { DraftRun } from './draft-run.ts';
import type { Engine, EngineLoad } from './engine-contract.ts';
import { defaultEngineLimits, type EngineLimits, type EngineOptions } from './engine-options.ts';
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
import { recover, resumeCalls, wasHeldBack } from './recovery.ts';
import { Relay } from './relay.ts';
import {
  adoptCommand,
  answerCommand,
  approveCommand,
  type Newborn,
  playAdopted,
  renewCommand,
  startCommand,
  tellCommand,
} from './run-commands.ts';
import { Timekeeper } from './timekeeper.ts';
import { claimUndo } from './undo-claims.ts';
import { Writer } from './writer.ts';

export class DurableEngine implements Engine {
  readonly #options: EngineOptions;
  readonly #limits: EngineLimits;
  readonly #keepers: Keepers;
  readonly #writer: Writer;
  readonly #desk: CallDesk;
  readonly #timekeeper: Timekeeper;
  readonly #relay: Relay | undefined;
  readonly #bulletin = new Bulletin();
  #roomWanted: (() => void) | undefined;
  #closed = false;

  constructor(options: EngineOptions) {
    this.#options = options;
    this.#limits = { ...defaultEngineLimits, ...options.limits };
    const { store, clock, connectors, evaluators, post } = options;
    const payloads = new Payloads(store.contents);
    this.#keepers = { store, payloads, machines: new Machines(store.contents, evaluators, payloads) };
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
    });
    this.#desk = new CallDesk({
      find: (name) => connectors.find(name),
      unstow: (tenant, payload) => payloads.unstow(tenant, payload),
      answer: (order, outcome) => this.#answer(order, outcome),
      callsPerRun: this.#limits.callsPerRun,
    });
    this.#timekeeper = new Timekeeper({ clock, agenda: store.agenda, add, report: this.#report });
    this.#relay =
      post === undefined
        ? undefined
        : new Relay({ clock, outbox: store.outbox, deliver: post.deliver, report: this.#report });
  }

  /** Goes on with what the last process left; returns as soon as orders can be taken. */
  async begin(): Promise<void> {
    await this.#timekeeper.ring();
    this.#relay?.wake();
    const recovery = recover({
      agenda: this.#options.store.agenda,
      add: (command) => this.#writer.add(command),
      room: () => this.#room(),
      ...this.#resumption,
    });
    recovery.catch((error) => this.#report('What was under way could not be gone on with.', error));
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
    const { payloads } = this.#keepers;
    const played = await playAdopted(order, this.#newborn(order), payloads, this.#options.clock.now());
    if ('kind' in played) return { kind: 'rejected', rejection: played };
    return new Promise((done) => this.#writer.add(adoptCommand(order, played, done)));
  }

  async open(tenant: string, run: string, at?: number): Promise<OpenedRun | undefined> {
    const live = this.#writer.peek(tenant, run) ?? (await loadRun(this.#keepers, tenant, run));
    if (live === undefined) return undefined;
    const { record, linked } = live;
    const { program } = linked;
    if (at === undefined || at >= record.seq) return { record, state: live.state, program };
    return { record, state: await stateAt(this.#keepers, linked, record, at, undefined), program };
  }

  async changed(
    tenant: string,
    run: string,
    after: number,
    signal: AbortSignal,
  ): Promise<RunRecord | undefined> {
    const { change, cancel } = this.#bulletin.watch(tenant, run, after, signal);
    const live = this.#writer.peek(tenant, run);
    const record = live?.record ?? (await this.#options.store.runs.find(tenant, run));
    if (record !== undefined && record.seq <= after) return change;
    cancel();
    return record;
  }

  load(): EngineLoad {
    return {
      queued: this.#writer.queued,
      calling: this.#desk.active,
      waitingCalls: this.#desk.waiting,
      loadedRuns: this.#writer.loaded,
    };
  }

  async stop(): Promise<void> {
    this.#closed = true;
    this.#timekeeper.close();
    this.#relay?.close();
    this.#desk.close();
    this.#roomWanted?.();
    await this.#writer.close();
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
    return this.#desk.waiting >= waitingCalls || this.#desk.waitingOf(tenant) >= waitingCallsPerTenant;
  }

  /** After a commit. */
  #perform(draft: DraftRun): void {
    const { record } = draft;
    this.#bulletin.post(record);
    if (this.#closed) return;
    if (record.due !== null && record.approvals === 0) this.#timekeeper.expect(record.due);
    for (const { lease } of draft.openItems()) if (lease !== null) this.#timekeeper.expect(lease);
    this.#relay?.wake();
    if (record.approvals > 0) return;
    for (const effect of draft.effects) this.#performEffect(draft, effect);
    if (record.calls > 0 && !record.suspended && wasHeldBack(draft.base)) this.#resume(draft);
  }

  #performEffect(draft: DraftRun, effect: Effect): void {
    const { record } = draft;
    if (effect.kind === 'abortCall') {
      const call = { tenant: record.tenant, run: record.id, ...effect };
      if (wasHeldBack(draft.base) && !this.#desk.knows(call)) this.#answer(call, notMade);
      else this.#desk.abort(call);
    } else if (effect.kind === 'call') {
      this.#call(draft, orderOfEffect(record, effect));
    }
  }

  /** A copy that moves for the first time goes on with the calls that its journal left open. */
  #resume({ record }: DraftRun): void {
    const policy = record.origin?.kind === 'fork' ? 'perform all' : 'repeat harmless ones';
    const resumption = this.#resumption;
    this.#writer.add({
      tenant: record.tenant,
      run: record.id,
      urgent: true,
      async apply(draft, now) {
        await resumeCalls(resumption, draft, now, policy);
        return undefined;
      },
      done: () => {},
    });
  }

  get #resumption() {
    return {
      desk: this.#desk,
      isRepeatable: (order: CallOrder) => this.#isRepeatable(order),
      perform: (draft: DraftRun, order: CallOrder) => this.#call(draft, order),
    };
  }

  #call(draft: DraftRun, order: CallOrder): void {
    if (order.undoes === 0) this.#desk.add(order);
    else void this.#undo(draft, order);
  }

  async #undo({ record, linked }: DraftRun, order: CallOrder): Promise<void> {
    const { store } = this.#keepers;
    try {
      const undoer = await claimUndo(
        { store, stateAt: (of, seq) => stateAt(this.#keepers, linked, of, seq, undefined) },
        record,
        order.undoes,
      );
      if (undoer === record.id) this.#desk.add(order);
      else this.#answer(order, { kind: 'succeeded', output: { undoneBy: undoer } });
    } catch (error) {
      this.#report(`An undo of ${record.id} could not be claimed.`, error);
      this.#answer(order, { kind: 'unknown' });
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

  /** Resolves when fewer calls wait than may. */
  #room(): Promise<void> {
    if (this.#closed || this.#desk.waiting < this.#limits.waitingCalls / 2) return Promise.resolve();
    return new Promise((resolve) => {
      this.#roomWanted = () => {
        this.#roomWanted = undefined;
        resolve();
      };
    });
  }
}
