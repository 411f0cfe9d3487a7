/**
 * Collects what one commit does to one run: requests are applied in memory, one after the other, and take effect with
 * the commit.
 */
import type { Effect, Json, Rejection, RunEvent, RunState, Step } from '../../kernel/index.ts';
import type { AuditEntry } from '../ports/audit.ts';
import type { Content } from '../ports/content.ts';
import type { JournalEntry, Snapshot } from '../ports/journal.ts';
import type { Announcement } from '../ports/outbox.ts';
import type { Receipt } from '../ports/receipt.ts';
import type { RunRecord } from '../ports/run-record.ts';
import type { Unit } from '../ports/store.ts';
import type { WorkItem } from '../ports/work-item.ts';
import type { CallRequest } from './call-dispatcher.ts';
import { isSnapshotDue, type LiveRun, sizeOfState } from './live-run.ts';
import type { LinkedMachine } from './machines.ts';
import type { Player } from './player.ts';
import { isOpen, projectItems, projectRecord } from './project.ts';
import type { RunChange, RunTransition } from './run-change.ts';
import { runKey } from './run-key.ts';
import { yieldToEventLoop } from './yield-to-event-loop.ts';

export class DraftRun implements RunChange {
  /** The run before the commit. */
  readonly base: RunRecord;
  readonly baseState: RunState;
  readonly #expected: number;
  readonly #linked: LinkedMachine;
  readonly #player: Player;
  readonly #entries: JournalEntry[] = [];
  readonly #changed = new Map<string, WorkItem>();
  readonly #contents: Content[] = [];
  readonly #receipts: Receipt[] = [];
  readonly #audit: AuditEntry[] = [];
  readonly #effects: Effect[] = [];
  readonly #importedPayloads = new Map<string, Json>();
  readonly #requestedCalls: CallRequest[] = [];
  readonly #transitions: RunTransition[] = [];
  /** Changed in place: after a failed commit the run is loaded again. */
  readonly #items: Map<string, WorkItem>;
  #record: RunRecord;
  #state: RunState;
  #lastSnapshot: LiveRun['lastSnapshot'];
  /** Of the request that is being applied; empty if the engine acts on its own. */
  #correlationId = '';

  constructor(run: LiveRun, expected: number, player: Player) {
    this.base = run.record;
    this.baseState = run.state;
    this.#expected = expected;
    this.#linked = run.linked;
    this.#player = player;
    this.#record = run.record;
    this.#state = run.state;
    this.#items = run.items;
    this.#lastSnapshot = run.lastSnapshot;
  }

  get key(): string {
    return runKey(this.#record.tenant, this.#record.id);
  }

  get record(): RunRecord {
    return this.#record;
  }

  get state(): RunState {
    return this.#state;
  }

  get linked(): LinkedMachine {
    return this.#linked;
  }

  /** The effects so far. */
  get effects(): readonly Effect[] {
    return this.#effects;
  }

  /** The events since the stored state. */
  get entries(): readonly JournalEntry[] {
    return this.#entries;
  }

  get isNew(): boolean {
    return this.#expected === 0;
  }

  get transitions(): readonly RunTransition[] {
    return this.#transitions;
  }

  get isChanged(): boolean {
    const isParkedChanged = this.base.parked !== this.#record.parked;
    return this.#entries.length > 0 || this.#changed.size > 0 || this.isNew || isParkedChanged;
  }

  /** Rows that the commit writes, about. */
  get changedRows(): number {
    return this.#entries.length + this.#changed.size;
  }

  findItem(id: string): WorkItem | undefined {
    return this.#items.get(id);
  }

  openItems(): Iterable<WorkItem> {
    return this.#items.values();
  }

  /** Time never goes back in a run, even if the clock of the machine does. */
  at(now: number): number {
    return Math.max(now, this.#state.at);
  }

  /** The following events were caused by this request; by none if it is empty. */
  setCorrelationId(correlationId: string): void {
    this.#correlationId = correlationId;
  }

  async advance(event: RunEvent, lease: number | null = null): Promise<Step | Rejection> {
    const step = await this.#play(event, lease, this.#correlationId, this.#transitions);
    if (step.kind === 'step') this.#effects.push(...step.effects);
    return step;
  }

  /**
   * Adopts the events of a journal: their effects are not performed, and items lose their holders. What they changed is
   * announced only if no other run has announced it.
   */
  async adopt(entries: readonly JournalEntry[], now: number): Promise<Rejection | undefined> {
    for (const { event, correlationId = '' } of entries) {
      const transitions = this.#record.origin === null ? this.#transitions : [];
      const step = await this.#play(event, now, correlationId, transitions);
      if (step.kind === 'rejection') return step;
    }
    return undefined;
  }

  changeItem(item: WorkItem): void {
    this.#change(new Map([[item.id, item]]), this.#record.seq, this.#transitions);
    this.#record = {
      ...this.#record,
      items: this.#items.size,
      updatedAt: Math.max(this.#record.updatedAt, item.updatedAt),
    };
  }

  /** The open calls of its journal were not made; the process that resumes the run makes them. */
  park(): void {
    this.#record = { ...this.#record, parked: true };
  }

  /** From now on its open calls are its own. */
  unpark(): void {
    this.#record = { ...this.#record, parked: false };
  }

  /** The call is performed after the commit, as effects are. */
  requestCall(request: CallRequest): void {
    this.#requestedCalls.push(request);
  }

  get requestedCalls(): readonly CallRequest[] {
    return this.#requestedCalls;
  }

  setApprovals(approvals: number): void {
    this.#record = { ...this.#record, approvals };
  }

  addContents(contents: readonly Content[]): void {
    this.#contents.push(...contents);
  }

  /** Of a copy: the large values that its journal references. */
  importContents(contents: readonly Content[]): void {
    this.addContents(contents);
    for (const { kind, hash, text } of contents)
      if (kind === 'payload') this.#importedPayloads.set(hash, JSON.parse(text));
  }

  addReceipt(receipt: Receipt): void {
    this.#receipts.push(receipt);
  }

  addAuditEntry(entry: AuditEntry): void {
    this.#audit.push(entry);
  }

  toUnit(announcements: readonly Announcement[]): Unit {
    return {
      run: this.#record,
      expected: this.#expected,
      entries: this.#entries,
      snapshot: this.#takeSnapshot(),
      items: [...this.#changed.values()],
      contents: this.#contents,
      receipts: this.#receipts,
      announcements,
      audit: this.#audit,
    };
  }

  /** The run as it is after the commit. */
  toLive(): LiveRun {
    return {
      record: this.#record,
      state: this.#state,
      linked: this.#linked,
      items: this.#items,
      lastSnapshot: this.#lastSnapshot,
    };
  }

  async #play(
    event: RunEvent,
    lease: number | null,
    correlationId: string,
    transitions: RunTransition[],
  ): Promise<Step | Rejection> {
    const { program } = this.#linked;
    const turn = yieldToEventLoop();
    if (turn !== undefined) await turn;
    const played = this.#player.advance(
      this.#record,
      this.#linked,
      this.#state,
      event,
      this.#importedPayloads,
    );
    // The result is nearly always synchronous: an unneeded `await` costs more than the step.
    const step = played instanceof Promise ? await played : played;
    if (step.kind === 'rejection') return step;
    const seq = this.#record.seq + 1;
    const { notes } = step;
    this.#entries.push(correlationId === '' ? { seq, event, notes } : { seq, event, notes, correlationId });
    const before = seq === 1 ? null : this.#state.status;
    const status = { kind: 'status', seq, before, state: step.state } as const;
    const appliedEvent = { event, before: this.#state, step, program };
    this.#state = step.state;
    if (before === null) transitions.push(status);
    this.#change(projectItems(this.#record, this.#items, appliedEvent, lease), seq, transitions);
    if (step.state.status !== 'running' || event.kind === 'cancelRequested') {
      this.#withdrawApprovals(event.at, seq, transitions);
    }
    if (before !== null && before !== step.state.status) transitions.push(status);
    this.#record = projectRecord(this.#record, seq, step.state, this.#items.size);
    return step;
  }

  #takeSnapshot(): Snapshot | null {
    const { seq } = this.#record;
    if (!isSnapshotDue(seq, this.#lastSnapshot)) return null;
    this.#lastSnapshot = { seq, size: sizeOfState(this.#state) };
    return { seq, state: this.#state };
  }

  /** A run that has ended needs no approvals. */
  #withdrawApprovals(at: number, seq: number, transitions: RunTransition[]): void {
    if (this.#record.approvals === 0) return;
    for (const item of [...this.#items.values()]) {
      if (item.reason !== 'approval') continue;
      this.#change(new Map([[item.id, { ...item, state: 'withdrawn', updatedAt: at }]]), seq, transitions);
    }
    this.#record = { ...this.#record, approvals: 0 };
  }

  #change(items: ReadonlyMap<string, WorkItem>, seq: number, transitions: RunTransition[]): void {
    for (const [id, item] of items) {
      const before = this.#items.get(id)?.state ?? null;
      if (before !== item.state) transitions.push({ kind: 'item', seq, before, item });
      this.#changed.set(id, item);
      if (isOpen(item)) this.#items.set(id, item);
      else this.#items.delete(id);
    }
  }
}
