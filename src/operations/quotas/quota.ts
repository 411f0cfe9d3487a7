/** Lists the quotas and the messages for requests that exceed them [W7.2]. */
import { type Phrase, phrase } from '../../languages/index.ts';
import { OperationError } from '../contract/operation-error.ts';

/** Null: no limit. */
export interface QuotaLimits {
  /** Runs that have not ended: of a tenant, and of those that one principal started. */
  readonly quotaRuns: number | null;
  readonly quotaRunsOfPrincipal: number | null;
  /** Runs that wait for people: at this number no more are started. */
  readonly quotaWaitingRuns: number | null;
  readonly quotaWaitingRunsOfPrincipal: number | null;
  /** Stored runs of a tenant, including ended ones. */
  readonly quotaKeptRuns: number | null;
  /** Documents of a tenant. */
  readonly quotaDefinitions: number | null;
  /** Imported APIs of a tenant. */
  readonly quotaCatalogs: number | null;
  /** Bytes of definitions, programs and large values of a tenant. */
  readonly quotaPayloadBytes: number | null;
}

export type QuotaName =
  | 'runs'
  | 'runsOfPrincipal'
  | 'waitingRuns'
  | 'waitingRunsOfPrincipal'
  | 'keptRuns'
  | 'definitions'
  | 'catalogs'
  | 'commands'
  | 'payloadBytes'
  | 'subscriptions'
  | 'subscriptionsOfPrincipal'
  | 'subscriptionsToOne'
  | 'subscriptionsToOneOfPrincipal';

/** Without limits nothing is counted. */
export const hasQuota = (limits: QuotaLimits): boolean =>
  [
    limits.quotaRuns,
    limits.quotaRunsOfPrincipal,
    limits.quotaWaitingRuns,
    limits.quotaWaitingRunsOfPrincipal,
    limits.quotaKeptRuns,
    limits.quotaDefinitions,
    limits.quotaCatalogs,
    limits.quotaPayloadBytes,
  ].some((limit) => limit !== null);

interface QuotaTexts {
  readonly what: string;
  readonly action: Phrase;
  readonly retryAfterMs: number;
}

const second = 1_000;
const untilSomeEnded = phrase`Wait until some have ended, or cancel ${{ noun: 'runs' }} that are not needed.`;
const endSome = phrase`End those that are not needed with ${{ operation: 'subscriptions.delete' }}, or subscribe to the ${{ noun: 'workflow' }} instead of each ${{ noun: 'run' }}.`;
const untilAnswered = phrase`Answer the open work items: ${{ operation: 'items.list' }} lists them.`;

const texts: Readonly<Record<QuotaName, QuotaTexts>> = {
  runs: {
    what: 'This tenant has {used} active runs',
    action: untilSomeEnded,
    retryAfterMs: 10 * second,
  },
  runsOfPrincipal: {
    what: 'You have {used} active runs',
    action: untilSomeEnded,
    retryAfterMs: 10 * second,
  },
  waitingRuns: {
    what: 'This tenant has {used} runs that wait for people',
    action: untilAnswered,
    retryAfterMs: 60 * second,
  },
  waitingRunsOfPrincipal: {
    what: 'You have {used} runs that wait for people',
    action: untilAnswered,
    retryAfterMs: 60 * second,
  },
  keptRuns: {
    what: 'This tenant keeps {used} runs',
    action: phrase`Remove ended ${{ noun: 'runs' }} with ${{ operation: 'retention.purge' }}.`,
    retryAfterMs: 600 * second,
  },
  definitions: {
    what: 'This tenant has {used} documents',
    action: 'Delete documents that are not needed, or save into an existing one.',
    retryAfterMs: 600 * second,
  },
  commands: {
    what: 'This tenant would have {used} commands',
    action: phrase`Remove a catalog that is not needed with ${{ operation: 'catalogs.remove' }}.`,
    retryAfterMs: 600 * second,
  },
  catalogs: {
    what: 'This tenant has {used} catalogs',
    action: phrase`Remove one that is not needed with ${{ operation: 'catalogs.remove' }}.`,
    retryAfterMs: 600 * second,
  },
  subscriptions: {
    what: 'This tenant has {used} active subscriptions',
    action: endSome,
    retryAfterMs: 60 * second,
  },
  subscriptionsOfPrincipal: {
    what: 'You have {used} active subscriptions',
    action: endSome,
    retryAfterMs: 60 * second,
  },
  subscriptionsToOne: {
    what: 'The target has {used} active subscriptions',
    action: endSome,
    retryAfterMs: 60 * second,
  },
  subscriptionsToOneOfPrincipal: {
    what: 'You have {used} active subscriptions to this target',
    action: phrase`One is enough: end the others with ${{ operation: 'subscriptions.delete' }}, or renew one of them.`,
    retryAfterMs: 60 * second,
  },
  payloadBytes: {
    what: 'This tenant keeps {used} bytes',
    action: phrase`Remove ${{ noun: 'runs' }} that ended long ago with ${{ operation: 'retention.purge' }}, or send less.`,
    retryAfterMs: 600 * second,
  },
};

export function quotaExceeded(quota: QuotaName, limit: number, used: number): OperationError {
  const { what, action, retryAfterMs } = texts[quota];
  return new OperationError({
    code: 'quota_exceeded',
    message: `${what.replace('{used}', String(used))}. The limit is ${limit}. Nothing was changed.`,
    suggestedAction: action,
    context: { quota, limit, used, retryAfterMs },
  });
}
