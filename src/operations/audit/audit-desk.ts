/**
 * Writes down what was done without the engine, and everything that was refused [W2.4]. Refusals are gathered: the same
 * one again within a minute is one entry with a count, and of very many different ones only so many are told apart, so
 * that a flood of them costs next to nothing and fills neither the memory nor the disk.
 */
import {
  type AuditEntry,
  auditIdsOf,
  type Clock,
  type Redact,
  type Store,
  StoreError,
} from '../../runtime/index.ts';
import { shortText } from './short-text.ts';

/** What is known of somebody's deed, or of what they were refused. */
export interface Deed extends Omit<AuditEntry, 'id' | 'at' | 'outcome' | 'code' | 'times'> {}

export interface Refused extends Deed {
  readonly code: string;
  /** Once where absent. */
  readonly times?: number;
}

export interface AuditDeskOptions {
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
/** Different refusals of a tenant that are told apart at once, and every minute on the average. */
const mostAtOnce = 300;
const mostEachMinute = 20;
const mostBudgets = 10_000;
/** Deeds that could not be written down yet. */
const mostLate = 1_000;
const afterFailure = 5 * second;
const longestText = 300;
/** What is looked at of a text: a secret that only begins in what is kept is known as one by its end. */
const longestRead = 2 * longestText;
/** What stands for all those that are not told apart. */
const several = '*';

export class AuditDesk {
  readonly #options: AuditDeskOptions;
  readonly #createId: (at: number) => string;
  readonly #gathered = new Map<string, Gathered>();
  readonly #budgets = new Map<string, Budget>();
  readonly #late: AuditEntry[] = [];
  #cancel: (() => void) | undefined;
  #flushing: Promise<void> = Promise.resolve();
  #closed = false;

  constructor(options: AuditDeskOptions) {
    this.#options = options;
    this.#createId = auditIdsOf(options.store);
  }

  /** For whoever writes it together with what was done. */
  entryOf(deed: Deed): AuditEntry {
    return this.#entryOf({ ...shorten(deed), code: '' }, 'done');
  }

  /** Durable when it resolves; where the store cannot work at the moment, later. */
  async done(deed: Deed): Promise<void> {
    const entry = this.entryOf(deed);
    try {
      await this.#options.store.audit.append([entry]);
    } catch (error) {
      if (!(error instanceof StoreError)) throw error;
      // It has happened: whoever did it must not be told otherwise.
      if (this.#late.length < mostLate) this.#late.push(entry);
      this.#fail(error);
    }
  }

  /** Written soon. */
  refused(refused: Refused): void {
    if (this.#closed) return;
    const now = this.#options.clock.now();
    const known = this.#find(shorten(refused), now);
    const { entry } = known;
    const { times = 1 } = refused;
    // A new one begins with none.
    known.entry = { ...entry, times: entry.times + times };
    known.isWritten = false;
    this.#writeIn(second);
  }

  /** Writes what was gathered so far. */
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

  #find(refused: Refused, now: number): Gathered {
    const { tenant, subject, kind, operation, code, target } = refused;
    const own = this.#recall(JSON.stringify([tenant, subject, kind, operation, code, target]), now);
    if (own !== undefined) return own;
    if (this.#isWithinBudget(tenant, now)) {
      return this.#remember(JSON.stringify([tenant, subject, kind, operation, code, target]), refused);
    }
    const key = JSON.stringify([tenant, several]);
    const unknown = { tenant, subject: '', kind: 'unknown', target: '', correlationId: '' } as const;
    return this.#recall(key, now) ?? this.#remember(key, { ...unknown, operation: several, code: several });
  }

  #recall(key: string, now: number): Gathered | undefined {
    const known = this.#gathered.get(key);
    return known !== undefined && now < known.entry.at + minute ? known : undefined;
  }

  #remember(key: string, refused: Refused): Gathered {
    const gathered = { entry: { ...this.#entryOf(refused, 'refused'), times: 0 }, isWritten: true };
    const before = this.#gathered.get(key);
    // The one of the minute before may still have to be written.
    if (before !== undefined && !before.isWritten) this.#gathered.set(`${key}${before.entry.id}`, before);
    this.#gathered.set(key, gathered);
    return gathered;
  }

  #isWithinBudget(tenant: string, now: number): boolean {
    const known = this.#budgets.get(tenant) ?? { left: mostAtOnce, at: now };
    const left = Math.min(mostAtOnce, known.left + ((now - known.at) / minute) * mostEachMinute);
    const isWithin = left >= 1;
    this.#budgets.delete(tenant);
    this.#budgets.set(tenant, { left: isWithin ? left - 1 : left, at: now });
    if (this.#budgets.size > mostBudgets) {
      const [oldest] = this.#budgets.keys();
      if (oldest !== undefined) this.#budgets.delete(oldest);
    }
    return isWithin;
  }

  #entryOf(deed: Refused, outcome: AuditEntry['outcome']): AuditEntry {
    const at = this.#options.clock.now();
    return {
      tenant: deed.tenant,
      id: this.#createId(at),
      at,
      subject: this.#clean(deed.subject),
      kind: deed.kind,
      operation: this.#clean(deed.operation),
      outcome,
      code: deed.code,
      target: this.#clean(deed.target),
      correlationId: this.#clean(deed.correlationId),
      times: 1,
    };
  }

  /** Whoever is refused chooses the words: they are kept short, steer no terminal and hold no known secret. */
  #clean(text: string): string {
    const { redact } = this.#options;
    const plain = text.replace(/[^\p{L}\p{N}\p{P}\p{S} ]/gu, '�');
    const hidden = redact === undefined || plain === '' ? plain : redact(plain);
    return typeof hidden === 'string' ? hidden.slice(0, longestText) : '';
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

  /** What nobody can be added to any more. */
  #forget(): void {
    const now = this.#options.clock.now();
    for (const [key, { entry, isWritten }] of this.#gathered) {
      if (isWritten && now >= entry.at + minute) this.#gathered.delete(key);
    }
  }

  #fail(error: unknown): void {
    this.#options.report('The audit could not be written yet.', error);
    if (!this.#closed) this.#writeIn(afterFailure);
  }
}

/** Before anything of it is remembered. */
const shorten = <Some extends Deed>(deed: Some): Some => ({
  ...deed,
  subject: shortText(deed.subject, longestRead),
  operation: shortText(deed.operation, longestRead),
  target: shortText(deed.target, longestRead),
  correlationId: shortText(deed.correlationId, longestRead),
});
