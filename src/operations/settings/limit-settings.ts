/** Settings of how long things are kept, and of how much of them there may be. */

import { defaultEngineLimits } from '../../runtime/index.ts';
import type { QuotaLimits } from '../quotas/quota.ts';
import { inSeconds, type Setting, type SettingsOf } from './setting.ts';
import { bytes, duration, orNever, orNone, wholeNumber } from './setting-form.ts';

/** Times are in milliseconds; null is for ever, or without a limit. */
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
  /** Requests of one principal in a second. */
  readonly rate: number | null;
  readonly rateOfTenant: number | null;
  /** Seconds of the rate that may come at once. */
  readonly rateBurst: number;
  readonly quotaStreams: number | null;
  readonly quotaStreamsOfTenant: number | null;
}

const second = 1_000;
const day = 86_400_000;
const max = 1_000_000;

/** @param name of the variable, without its beginning */
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
    meaning: 'how long ended runs are kept when purge is not told',
  },
  auditRetention: {
    variables: ['SIGNALBOX_AUDIT_RETENTION'],
    form: orNever(duration(60 * second, 36_500 * day)),
    defaultValue: () => 365 * day,
    meaning: 'how long entries of the audit are kept',
  },
  lease: {
    variables: ['SIGNALBOX_LEASE'],
    form: duration(second, 365 * day),
    defaultValue: () => 300 * second,
    meaning: 'how long a work item is held when its holder does not say',
  },
  receiptLife: {
    variables: ['SIGNALBOX_IDEMPOTENCY_TTL', inSeconds('YAWL_MCP_IDEMPOTENCY_TTL_SECONDS')],
    form: duration(second, 3_650 * day),
    defaultValue: () => defaultEngineLimits.receiptLife,
    meaning: 'how long an idempotency key is remembered',
  },
  callsPerRun: limit('CALLS_PER_RUN', defaultEngineLimits.callsPerRun, 'calls of one run at once'),
  waitingCalls: limit(
    'WAITING_CALLS',
    defaultEngineLimits.waitingCalls,
    'calls that may wait for their connector before new work is refused',
  ),
  waitingCallsPerTenant: limit(
    'WAITING_CALLS_PER_TENANT',
    defaultEngineLimits.waitingCallsPerTenant,
    'the same for one tenant',
  ),
  queued: limit('QUEUED', defaultEngineLimits.queued, 'requests that may wait before new ones are refused'),
  queuedPerTenant: limit('QUEUED_PER_TENANT', defaultEngineLimits.queuedPerTenant, 'the same for one tenant'),
  loadedRuns: limit('LOADED_RUNS', defaultEngineLimits.loadedRuns, 'runs that are kept in memory'),
  rate: quota('RATE', 50, 'requests of one principal in a second'),
  rateOfTenant: quota('RATE_PER_TENANT', 500, 'the same for all principals of one tenant together'),
  rateBurst: {
    variables: ['SIGNALBOX_RATE_BURST'],
    form: wholeNumber(1, 3_600),
    defaultValue: () => 4,
    meaning: 'how many seconds of its rate may come at once after a rest',
  },
  quotaRuns: quota('QUOTA_RUNS', null, 'runs of a tenant that may be under way at once'),
  quotaRunsOfPrincipal: quota(
    'QUOTA_RUNS_PER_PRINCIPAL',
    null,
    'the same for those that one principal started',
  ),
  quotaWaitingRuns: quota(
    'QUOTA_WAITING_RUNS',
    null,
    'runs of a tenant that wait for people, beyond which no more are started',
  ),
  quotaWaitingRunsOfPrincipal: quota(
    'QUOTA_WAITING_RUNS_PER_PRINCIPAL',
    null,
    'the same for those that one principal started',
  ),
  quotaKeptRuns: quota('QUOTA_KEPT_RUNS', null, 'runs that a tenant may keep, ended ones too'),
  quotaDefinitions: quota('QUOTA_DEFINITIONS', null, 'documents that a tenant may have of its own'),
  quotaPayloadBytes: {
    variables: ['SIGNALBOX_QUOTA_PAYLOAD_BYTES'],
    form: orNone(bytes(1_000, max ** 2 * 1_000)),
    defaultValue: () => null,
    meaning: 'what definitions, programs and large values of a tenant may take on the disk',
  },
  quotaStreams: quota('QUOTA_STREAMS', 100, 'streams that one principal may have open at once'),
  quotaStreamsOfTenant: quota(
    'QUOTA_STREAMS_PER_TENANT',
    1_000,
    'the same for all principals of one tenant together',
  ),
};
