/**
 * How much a tenant may have [W7.2]. What is asked for is held against it before anything happens, together with what
 * others are just doing, so that many at once never have more than one after the other. How much room there is is
 * counted once and then only kept up with: runs grow by starts alone.
 */
import type { Engine, Library, Store } from '../../runtime/index.ts';
import { OperationError } from '../contract/operation-error.ts';
import { presentFields } from '../contract/present-fields.ts';

/** Null is without a limit. */
export interface QuotaLimits {
  /** Runs under way. */
  readonly quotaRuns: number | null;
  /** Runs that wait for people: while there are so many, no more are started. */
  readonly quotaWaitingRuns: number | null;
  /** Documents of its own. */
  readonly quotaDefinitions: number | null;
  /** Bytes of definitions, programs and large values. */
  readonly quotaPayloadBytes: number | null;
}

/** Where nothing is limited nothing is counted. */
export const hasQuota = (limits: QuotaLimits): boolean =>
  [limits.quotaRuns, limits.quotaWaitingRuns, limits.quotaDefinitions, limits.quotaPayloadBytes].some(
    (limit) => limit !== null,
  );

export type QuotaName = 'runs' | 'waitingRuns' | 'definitions' | 'payloadBytes';

export interface Usage {
  readonly used: number;
  readonly limit: number;
}

export interface QuotaKeeperOptions {
  readonly store: Store;
  readonly engine: Engine;
  readonly library: Library;
  readonly limits: QuotaLimits;
}

/** What somebody is about to have. */
export interface Wanted {
  /** None where it has ended before it comes here. */
  readonly runs: 0 | 1;
  /** That it brings, and the store will keep. */
  readonly bytes: number;
}

/** What a tenant is about to have. */
interface Account {
  /** Runs that may still be started, as far as was counted. */
  left: number;
  /** Of the changes when they were counted: without another change there is nothing to be counted anew. */
  cursor: string;
  /** Starts that were let in and are not over, and the bytes that they bring. */
  starting: number;
  bytes: number;
  /** Who is let in is decided one after the other. */
  turn: Promise<unknown>;
}

const underWay = { statuses: ['created', 'running'] } as const;
const mostAccounts = 10_000;

export class QuotaKeeper {
  readonly #options: QuotaKeeperOptions;
  readonly #accounts = new Map<string, Account>();
  readonly #saving = new Map<string, Promise<unknown>>();

  constructor(options: QuotaKeeperOptions) {
    this.#options = options;
  }

  /**
   * Gives an order that makes a run, or has one go on that was over. Throws where there is no room for it.
   * @param isTaken whether there is one run more under way afterwards
   */
  async start<Answer>(
    tenant: string,
    wanted: Wanted,
    give: () => Promise<Answer>,
    isTaken: (answer: Answer) => boolean,
  ): Promise<Answer> {
    const account = this.#accountOf(tenant);
    const entering = account.turn.then(() => this.#enter(tenant, account, wanted));
    account.turn = entering.catch(() => undefined);
    await entering;
    let hasTaken = false;
    try {
      const answer = await give();
      hasTaken = isTaken(answer);
      return answer;
    } finally {
      account.starting -= wanted.runs;
      account.bytes -= wanted.bytes;
      if (!hasTaken) account.left += wanted.runs;
      // Whatever was counted while it was under way may have been counted twice.
      account.cursor = '';
    }
  }

  /** Saves a new document; one after the other, so that none is counted too late. Throws where there is no room for it. */
  async save<Answer>(tenant: string, write: () => Promise<Answer>): Promise<Answer> {
    const { quotaDefinitions: limit } = this.#options.limits;
    if (limit === null) return write();
    const before = this.#saving.get(tenant) ?? Promise.resolve();
    const saved = before.then(async () => {
      const used = await this.#countDefinitions(tenant);
      if (used >= limit) throw exceeded('definitions', limit, used);
      return write();
    });
    const settled = saved.catch(() => undefined);
    this.#saving.set(tenant, settled);
    void settled.then(() => {
      if (this.#saving.get(tenant) === settled) this.#saving.delete(tenant);
    });
    return saved;
  }

  /** Of what is limited. */
  async usage(tenant: string): Promise<{ readonly [Name in QuotaName]?: Usage }> {
    const { store, limits } = this.#options;
    const { quotaRuns, quotaWaitingRuns, quotaDefinitions, quotaPayloadBytes } = limits;
    const used = async (limit: number | null, count: () => Promise<number>): Promise<Usage | undefined> =>
      limit === null ? undefined : { used: await count(), limit };
    return presentFields({
      runs: await used(quotaRuns, () => store.runs.count(tenant, underWay)),
      waitingRuns: await used(quotaWaitingRuns, () => store.runs.count(tenant, { waiting: true })),
      definitions: await used(quotaDefinitions, () => this.#countDefinitions(tenant)),
      payloadBytes: await used(quotaPayloadBytes, () => store.contents.bytes(tenant)),
    });
  }

  #accountOf(tenant: string): Account {
    const fresh = { left: 0, cursor: '', starting: 0, bytes: 0, turn: Promise.resolve() };
    const account = this.#accounts.get(tenant) ?? fresh;
    this.#accounts.delete(tenant);
    this.#accounts.set(tenant, account);
    if (this.#accounts.size > mostAccounts) {
      const idle = [...this.#accounts].find(([, each]) => each.starting === 0 && each !== account);
      if (idle !== undefined) this.#accounts.delete(idle[0]);
    }
    return account;
  }

  /** Throws where there is no room. */
  async #enter(tenant: string, account: Account, { runs, bytes }: Wanted): Promise<void> {
    await this.#checkBytes(tenant, account, bytes);
    if (runs > 0) {
      await this.#checkWaiting(tenant);
      await this.#checkRuns(tenant, account);
    }
    account.left -= runs;
    account.starting += runs;
    account.bytes += bytes;
  }

  async #checkRuns(tenant: string, account: Account): Promise<void> {
    const { store, engine, limits } = this.#options;
    const { quotaRuns: limit } = limits;
    if (limit === null || account.left > 0) return;
    const { cursor } = engine.changes(tenant, undefined);
    if (account.cursor !== cursor) {
      // Before they are counted: one that becomes durable meanwhile is counted twice rather than not at all.
      const { starting } = account;
      account.left = limit - starting - (await store.runs.count(tenant, underWay, limit));
      account.cursor = cursor;
    }
    if (account.left <= 0) throw exceeded('runs', limit, limit);
  }

  async #checkWaiting(tenant: string): Promise<void> {
    const { store, limits } = this.#options;
    const { quotaWaitingRuns: limit } = limits;
    if (limit === null) return;
    const used = await store.runs.count(tenant, { waiting: true }, limit);
    if (used >= limit) throw exceeded('waitingRuns', limit, used);
  }

  async #checkBytes(tenant: string, account: Account, bytes: number): Promise<void> {
    const { store, limits } = this.#options;
    const { quotaPayloadBytes: limit } = limits;
    if (limit === null) return;
    const expected = account.bytes + bytes;
    const used = await store.contents.bytes(tenant);
    if (used + expected > limit) throw exceeded('payloadBytes', limit, used);
  }

  async #countDefinitions(tenant: string): Promise<number> {
    const documents = await this.#options.library.documents(tenant);
    return documents.filter(({ writable }) => writable).length;
  }
}

interface QuotaWords {
  readonly what: string;
  readonly action: string;
  readonly retryAfterMs: number;
}

const words: Readonly<Record<QuotaName, QuotaWords>> = {
  runs: {
    what: 'runs are under way',
    action: 'Wait until some have ended, or cancel what is not needed.',
    retryAfterMs: 10_000,
  },
  waitingRuns: {
    what: 'runs wait for people',
    action: 'Answer what is asked: “items.list” shows it.',
    retryAfterMs: 60_000,
  },
  definitions: {
    what: 'documents are saved',
    action: 'Delete documents that are not needed, or save into one that is there.',
    retryAfterMs: 600_000,
  },
  payloadBytes: {
    what: 'bytes are kept',
    action: 'Have runs purged that ended long ago, or send less.',
    retryAfterMs: 600_000,
  },
};

function exceeded(quota: QuotaName, limit: number, used: number): OperationError {
  const { what, action, retryAfterMs } = words[quota];
  return new OperationError({
    code: 'quota_exceeded',
    message: `${used} ${what}, and this tenant may have ${limit}. Nothing was changed.`,
    suggestedAction: action,
    context: { quota, limit, used, retryAfterMs },
  });
}
