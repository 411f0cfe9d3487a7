/**
 * Records changes that happen without the engine, and all refusals [W2.4]. Refusals are aggregated: the same one again
 * within a minute is one entry with a count, and the number of distinct refusals is limited, so that a flood of them is
 * cheap and fills neither the memory nor the disk.
 */
import {
  type AuditEntry,
  auditIdGenerator,
  type Clock,
  type Redact,
  type Store,
  StoreError,
} from '../../runtime/index.ts';
import { shortText } from './short-text.ts';

/** What is known of a change or a refusal. */
export interface AuditedAction extends Omit<AuditEntry, 'id' | 'at' | 'outcome' | 'code' | 'via' | 'times'> {
  /** Default: from the principal directly. */
  readonly via?: string;
}

export interface RefusedAction extends AuditedAction {
  readonly code: string;
  /** Default: 1. */
  readonly times?: number;
}

export interface AuditLogOptions {
  readonly store: Store;
  readonly clock: Clock;
  readonly redact?: Redact;
  readonly report: (message: string, cause: unknown) => void;
}

interface Gathered {
  entry: AuditEntry;
  isWritten: boolean;
}

interface Budget {
  left: number;
  at: number;
}

const minute = 60_000;
const second = 1_000;
/** Limit of distinct refusals of a tenant: burst, and average per minute. */
const maxBurst = 300;
const maxPerMinute = 20;
const maxBudgets = 10_000;
/** Maximum number of entries that wait to be written. */
const maxLate = 1_000;
const retryDelay = 5 * second;
const maxTextLength = 300;
/** Length that is scanned for secrets: longer than the stored length, so that a cut secret is still detected. */
const maxReadLength = 2 * maxTextLength;
/** Represents all refusals beyond the limit. */
const wildcard = '*';

export class AuditLog {
  readonly #options: AuditLogOptions;
  readonly #createId: (at: number) => string;
  readonly #gathered = new Map<string, Gathered>();
  readonly #budgets = new Map<string, Budget>();
  readonly #late: AuditEntry[] = [];
  #cancel: (() => void) | undefined;
  #flushing: Promise<void> = Promise.resolve();
  #closed = false;

  constructor(options: AuditLogOptions) {
    this.#options = options;
    this.#createId = auditIdGenerator(options.store);
  }

  /** Builds an entry that the caller writes together with the change. */
  entryOf(action: AuditedAction): AuditEntry {
    return this.#entryOf({ ...shorten(action), code: '' }, 'done');
  }

  /** Resolves when the entry is durable, or queued if the store is not available. */
  async done(action: AuditedAction): Promise<void> {
    const entry = this.entryOf(action);
    try {
      await this.#options.store.audit.append([entry]);
    } catch (error) {
      if (!(error instanceof StoreError)) throw error;
      // The change has happened: the caller must not get an error.
      if (this.#late.length < maxLate) this.#late.push(entry);
      this.#fail(error);
    }
  }

  /** Writes it soon, in the background. */
  refused(refused: RefusedAction): void {
    if (this.#closed) return;
    const now = this.#options.clock.now();
    const known = this.#find(shorten(refused), now);
    const { entry } = known;
    const { times = 1 } = refused;
    // A new bucket starts empty.
    known.entry = { ...entry, times: entry.times + times };
    known.isWritten = false;
    this.#writeIn(second);
  }

  /** Writes the aggregated refusals. */
  flush(): Promise<void> {
    this.#flushing = this.#flushing.then(() => this.#write());
    return this.#flushing;
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#cancel?.();
    await this.flush();
    this.#cancel?.();
  }

  #find(refused: RefusedAction, now: number): Gathered {
    const { tenant, subject, kind, operation, code, target } = refused;
    const own = this.#findRecent(JSON.stringify([tenant, subject, kind, operation, code, target]), now);
    if (own !== undefined) return own;
    if (this.#isWithinBudget(tenant, now)) {
      return this.#remember(JSON.stringify([tenant, subject, kind, operation, code, target]), refused);
    }
    const key = JSON.stringify([tenant, wildcard]);
    const unknown = { tenant, subject: '', kind: 'unknown', target: '', correlationId: '' } as const;
    return (
      this.#findRecent(key, now) ?? this.#remember(key, { ...unknown, operation: wildcard, code: wildcard })
    );
  }

  #findRecent(key: string, now: number): Gathered | undefined {
    const known = this.#gathered.get(key);
    return known !== undefined && now < known.entry.at + minute ? known : undefined;
  }

  #remember(key: string, refused: RefusedAction): Gathered {
    const gathered = { entry: { ...this.#entryOf(refused, 'refused'), times: 0 }, isWritten: true };
    const before = this.#gathered.get(key);
    // The entry of the previous minute may not be written yet.
    if (before !== undefined && !before.isWritten) this.#gathered.set(`${key}${before.entry.id}`, before);
    this.#gathered.set(key, gathered);
    return gathered;
  }

  #isWithinBudget(tenant: string, now: number): boolean {
    const known = this.#budgets.get(tenant) ?? { left: maxBurst, at: now };
    const left = Math.min(maxBurst, known.left + ((now - known.at) / minute) * maxPerMinute);
    const isWithin = left >= 1;
    this.#budgets.delete(tenant);
    this.#budgets.set(tenant, { left: isWithin ? left - 1 : left, at: now });
    if (this.#budgets.size > maxBudgets) {
      const [oldest] = this.#budgets.keys();
      if (oldest !== undefined) this.#budgets.delete(oldest);
    }
    return isWithin;
  }

  #entryOf(action: RefusedAction, outcome: AuditEntry['outcome']): AuditEntry {
    const at = this.#options.clock.now();
    return {
      tenant: action.tenant,
      id: this.#createId(at),
      at,
      subject: this.#clean(action.subject),
      kind: action.kind,
      operation: this.#clean(action.operation),
      outcome,
      code: action.code,
      target: this.#clean(action.target),
      correlationId: this.#clean(action.correlationId),
      via: this.#clean(action.via ?? ''),
      times: 1,
    };
  }

  /** The refused caller controls these texts: they are shortened and stripped of control characters and known secrets. */
  #clean(text: string): string {
    const { redact } = this.#options;
    const plain = text.replace(/[^\p{L}\p{N}\p{P}\p{S} ]/gu, '�');
    const hidden = redact === undefined || plain === '' ? plain : redact(plain);
    return typeof hidden === 'string' ? hidden.slice(0, maxTextLength) : '';
  }

  #writeIn(milliseconds: number): void {
    if (this.#cancel !== undefined) return;
    const { clock } = this.#options;
    const cancel = clock.at(clock.now() + milliseconds, () => {
      this.#cancel = undefined;
      void this.flush();
    });
    this.#cancel = () => {
      cancel();
      this.#cancel = undefined;
    };
  }

  async #write(): Promise<void> {
    const changed = [...this.#gathered.values()].filter(({ isWritten }) => !isWritten);
    const late = this.#late.splice(0);
    try {
      const entries = [...late, ...changed.map(({ entry }) => entry)];
      for (const each of changed) each.isWritten = true;
      if (entries.length > 0) await this.#options.store.audit.append(entries);
      this.#forget();
    } catch (error) {
      for (const each of changed) each.isWritten = false;
      this.#late.unshift(...late);
      this.#fail(error);
    }
  }

  /** Removes written entries that are older than a minute. */
  #forget(): void {
    const now = this.#options.clock.now();
    for (const [key, { entry, isWritten }] of this.#gathered) {
      if (isWritten && now >= entry.at + minute) this.#gathered.delete(key);
    }
  }

  #fail(error: unknown): void {
    this.#options.report('The audit log could not be written yet.', error);
    if (!this.#closed) this.#writeIn(retryDelay);
  }
}

/** Shortens before anything is stored. */
const shorten = <Some extends AuditedAction>(action: Some): Some => ({
  ...action,
  subject: shortText(action.subject, maxReadLength),
  operation: shortText(action.operation, maxReadLength),
  target: shortText(action.target, maxReadLength),
  correlationId: shortText(action.correlationId, maxReadLength),
  via: shortText(action.via ?? '', maxReadLength),
});
