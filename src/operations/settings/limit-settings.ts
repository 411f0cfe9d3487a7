/** Settings of retention, limits and quotas. */

import { defaultEngineLimits } from '../../runtime/index.ts';
import type { QuotaLimits } from '../quotas/quota.ts';
import { inSeconds, type Setting, type SettingsOf } from './setting.ts';
import { bytes, duration, orNever, orNone, wholeNumber } from './setting-form.ts';

/** Times are in milliseconds; null is forever, or no limit. */
export interface LimitSettings extends QuotaLimits {
  readonly retention: number | null;
  readonly auditRetention: number | null;
  readonly lease: number;
  readonly receiptLife: number;
  readonly callsPerRun: number;
  readonly waitingCalls: number;
  readonly waitingCallsPerTenant: number;
  readonly queued: number;
  readonly queuedPerTenant: number;
  readonly loadedRuns: number;
  /** Requests of one principal per second. */
  readonly rate: number | null;
  readonly rateOfTenant: number | null;
  /** How many seconds of the rate may arrive at once. */
  readonly rateBurst: number;
  /** Processes that read documents. */
  readonly workers: number;
  /** Milliseconds of computing per second that one principal may use. */
  readonly computingRate: number | null;
  readonly quotaStreams: number | null;
  readonly quotaStreamsOfTenant: number | null;
}

const second = 1_000;
const day = 86_400_000;
const max = 1_000_000;

/** @param name of the variable without its prefix */
const limit = (name: string, defaultValue: number, meaning: string): Setting<number> => ({
  variables: [`SIGNALBOX_${name}`],
  form: wholeNumber(1, max),
  defaultValue: () => defaultValue,
  meaning,
});

const quota = (name: string, defaultValue: number | null, meaning: string): Setting<number | null> => ({
  variables: [`SIGNALBOX_${name}`],
  form: orNone(wholeNumber(1, max * max)),
  defaultValue: () => defaultValue,
  meaning,
});

export const limitSettings: SettingsOf<LimitSettings> = {
  retention: {
    variables: ['SIGNALBOX_RETENTION'],
    form: orNever(duration(60 * second, 36_500 * day)),
    defaultValue: () => 30 * day,
    meaning: 'how long ended runs are kept, if purge names no age',
  },
  auditRetention: {
    variables: ['SIGNALBOX_AUDIT_RETENTION'],
    form: orNever(duration(60 * second, 36_500 * day)),
    defaultValue: () => 365 * day,
    meaning: 'how long audit entries are kept',
  },
  lease: {
    variables: ['SIGNALBOX_LEASE'],
    form: duration(second, 365 * day),
    defaultValue: () => 300 * second,
    meaning: 'how long a work item is held, if its holder requests no other time',
  },
  receiptLife: {
    variables: ['SIGNALBOX_IDEMPOTENCY_TTL', inSeconds('YAWL_MCP_IDEMPOTENCY_TTL_SECONDS')],
    form: duration(second, 3_650 * day),
    defaultValue: () => defaultEngineLimits.receiptLife,
    meaning: 'how long an idempotency key is remembered',
  },
  callsPerRun: limit('CALLS_PER_RUN', defaultEngineLimits.callsPerRun, 'maximum concurrent calls of one run'),
  waitingCalls: limit(
    'WAITING_CALLS',
    defaultEngineLimits.waitingCalls,
    'maximum calls that wait for their connector; beyond it, new work is refused',
  ),
  waitingCallsPerTenant: limit(
    'WAITING_CALLS_PER_TENANT',
    defaultEngineLimits.waitingCallsPerTenant,
    'maximum waiting calls of one tenant',
  ),
  queued: limit(
    'QUEUED',
    defaultEngineLimits.queued,
    'maximum waiting requests; beyond it, new ones are refused',
  ),
  queuedPerTenant: limit(
    'QUEUED_PER_TENANT',
    defaultEngineLimits.queuedPerTenant,
    'maximum waiting requests of one tenant',
  ),
  loadedRuns: limit('LOADED_RUNS', defaultEngineLimits.loadedRuns, 'maximum runs kept in memory'),
  rate: quota('RATE', 50, 'maximum requests per second of one principal'),
  rateOfTenant: quota('RATE_PER_TENANT', 500, 'maximum requests per second of all principals of one tenant'),
  rateBurst: {
    variables: ['SIGNALBOX_RATE_BURST'],
    form: wholeNumber(1, 3_600),
    defaultValue: () => 4,
    meaning: 'how many seconds of its rate a principal may use at once after a pause',
  },
  workers: {
    variables: ['SIGNALBOX_WORKERS'],
    form: wholeNumber(1, 64),
    defaultValue: () => 2,
    meaning: 'maximum processes that read documents, simulate workflows and compute queries',
  },
  computingRate: quota(
    'COMPUTING_RATE',
    500,
    'maximum milliseconds of computing per second that the documents and simulations of one principal may need',
  ),
  quotaRuns: quota('QUOTA_RUNS', null, 'maximum active runs of a tenant'),
  quotaRunsOfPrincipal: quota(
    'QUOTA_RUNS_PER_PRINCIPAL',
    null,
    'maximum active runs that one principal started',
  ),
  quotaWaitingRuns: quota(
    'QUOTA_WAITING_RUNS',
    null,
    'maximum runs of a tenant that wait for people; beyond it, no more are started',
  ),
  quotaWaitingRunsOfPrincipal: quota(
    'QUOTA_WAITING_RUNS_PER_PRINCIPAL',
    null,
    'maximum waiting runs that one principal started',
  ),
  quotaKeptRuns: quota('QUOTA_KEPT_RUNS', null, 'maximum runs that a tenant keeps, including ended ones'),
  quotaDefinitions: quota('QUOTA_DEFINITIONS', null, 'maximum documents of a tenant'),
  quotaCatalogs: quota('QUOTA_CATALOGS', 100, 'maximum imported APIs of a tenant'),
  quotaPayloadBytes: {
    variables: ['SIGNALBOX_QUOTA_PAYLOAD_BYTES'],
    form: orNone(bytes(1_000, max ** 2 * 1_000)),
    defaultValue: () => null,
    meaning: 'maximum disk space for definitions, programs and large values of a tenant',
  },
  quotaStreams: quota('QUOTA_STREAMS', 100, 'maximum open streams of one principal'),
  quotaStreamsOfTenant: quota(
    'QUOTA_STREAMS_PER_TENANT',
    1_000,
    'maximum open streams of all principals of one tenant',
  ),
};
