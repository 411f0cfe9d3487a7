/** Turns the requests of callers into commands. */
import { randomInt } from 'node:crypto';
import {
  defaultLimits,
  HaltedError,
  mapPayloads,
  type Payload,
  type Rejection,
  type RejectionCode,
  type RunEvent,
  type Step,
} from '../../kernel/index.ts';
import type { ConnectorOutcome } from '../ports/connector.ts';
import type { Content } from '../ports/content.ts';
import type { Origin, RunRecord } from '../ports/run-record.ts';
import type { WorkItem } from '../ports/work-item.ts';
import type { CallDispatcher, CallId } from './call-dispatcher.ts';
import type { Command } from './command.ts';
import { DraftRun } from './draft-run.ts';
import type { EngineStores, LiveRun } from './live-run.ts';
import type { LinkedMachine } from './machines.ts';
import type { Payloads } from './payloads.ts';
import type { Player } from './player.ts';
import { isUnanswered, itemId } from './project.ts';
import { refuseNewInstances, resultingItem } from './resulting-item.ts';
import type {
  AdoptRequest,
  ApproveRequest,
  EngineAnswer,
  EventInput,
  PinnedWorkflow,
  RunRequest,
  StartRequest,
  SubmitEventRequest,
} from './run-requests.ts';

export type Done = (answer: EngineAnswer) => void;

/** What a new run consists of. */
export interface NewRun {
  readonly id: string;
  readonly programHash: string;
  readonly linked: LinkedMachine;
  /** What must be stored with it. */
  readonly contents: readonly Content[];
}

export function startCommand(
  request: StartRequest,
  newRun: NewRun,
  bindings: { readonly [operation: string]: string },
  { payloads, player }: Pick<EngineStores, 'payloads' | 'player'>,
  done: Done,
): Command {
  return {
    ...commonFields(request, newRun.id, done),
    begin: (now) => new DraftRun(createRun(request, newRun, null, now), 0, player),
    async apply(draft, now) {
      draft.addContents(newRun.contents);
      const input = Object.fromEntries(
        Object.entries(request.input).map(([name, value]) => [name, { value }]),
      );
      const seed = randomInt(2 ** 32);
      const started: RunEvent = { kind: 'started', at: now, by: request.by, seed, input, bindings };
      const { event, contents } = externalizeEvent(started, request.tenant, payloads);
      draft.addContents(contents);
      return refuse(await draft.advance(event));
    },
  };
}

export function submitEventCommand(request: SubmitEventRequest, payloads: Payloads, done: Done): Command {
  const { eventInput, by, lease = null } = request;
  const about = aboutItem(request);
  let resultItem = about;
  return {
    ...commonFields(request, request.run, done),
    outcome: () => resultItem,
    async apply(draft, now) {
      const { approvals: missing } = draft.record;
      if (eventInput.kind === 'resumed' && missing > 0) return { kind: 'approvals-missing', missing };
      const item = about === undefined ? undefined : draft.findItem(about);
      if (request.sparesHolder === true && item?.state === 'held' && item.holder !== by) {
        return { kind: 'not-held', item };
      }
      if (item !== undefined && isOfOtherCheckout(request, item)) return { kind: 'not-held', item };
      if (request.sibling !== undefined && item?.state !== 'held') {
        return item === undefined ? { kind: 'not-found' } : { kind: 'not-held', item };
      }
      const mark = draft.transitions.length;
      const refusal =
        refuseNewInstances(eventInput, draft) ??
        (await applyEventInput(draft, eventInput, now, payloads, by, lease));
      resultItem = resultingItem(eventInput, draft.transitions.slice(mark)) ?? about;
      if (refusal === undefined && eventInput.kind === 'itemHeld') setToken(draft, resultItem, request);
      return refuse(refusal);
    },
  };
}

const aboutItem = ({ run, eventInput, sibling }: SubmitEventRequest): string | undefined =>
  sibling ??
  ('instance' in eventInput && eventInput.instance !== undefined
    ? itemId(run, eventInput.instance)
    : undefined);

/** Whether another worker of the same account holds the item [F1.6]. An administrator who forces it needs no token. */
function isOfOtherCheckout({ eventInput, by, token = '' }: SubmitEventRequest, item: WorkItem): boolean {
  const isForced = eventInput.kind === 'itemForced';
  return !isForced && item.state === 'held' && item.holder === by && item.token !== token;
}

function setToken(draft: DraftRun, id: string | undefined, { token }: RunRequest): void {
  const item = id === undefined ? undefined : draft.findItem(id);
  if (item !== undefined && token !== undefined) draft.changeItem({ ...item, token });
}

/** Applies an event input and externalizes its large values. */
async function applyEventInput(
  draft: DraftRun,
  eventInput: EventInput,
  now: number,
  payloads: Payloads,
  by: string,
  lease: number | null,
): Promise<Rejection | undefined> {
  const { tenant } = draft.record;
  const at = draft.at(now);
  const { event, contents } = externalizeEvent(
    { ...eventInput, at, ...(by === '' ? {} : { by }) },
    tenant,
    payloads,
  );
  const step = await draft.advance(event, lease === null ? null : at + lease);
  if (step.kind === 'rejection') return step;
  draft.addContents(contents);
  return undefined;
}

/**
 * Records the outcome of a call. An answer to a call that is no longer open is dropped; one that does not fit the run
 * is a failure of the call.
 */
export function answerCommand(
  request: CallId,
  outcome: ConnectorOutcome,
  payloads: Payloads,
  done: () => void,
): Command {
  const { tenant, run, instance, attempt } = request;
  return {
    tenant,
    run,
    urgent: true,
    async apply(draft, now) {
      const applyInput = (eventInput: EventInput) =>
        applyEventInput(draft, eventInput, now, payloads, '', null);
      let refusal: Awaited<ReturnType<typeof applyInput>>;
      try {
        refusal = await applyInput(eventInputOf(instance, attempt, outcome));
      } catch (error) {
        if (!(error instanceof HaltedError)) throw error;
        // The consequences cannot be computed: an operator decides, so that the run does not hang.
        await applyInput({ kind: 'callInDoubt', instance, attempt });
        return undefined;
      }
      if (refusal === undefined || unwanted.has(refusal.code)) return undefined;
      // The call is open and its answer does not fit: the call has failed.
      const message = refusal.code === 'payload-too-large' ? tooLarge : refusal.message;
      const failure = { code: refusal.code, message, retryable: false };
      const second = await applyInput({ kind: 'callFailed', instance, attempt, failure });
      if (second === undefined || unwanted.has(second.code)) return undefined;
      await applyInput({ kind: 'callInDoubt', instance, attempt });
      return undefined;
    },
    done,
  };
}

const tooLarge = `The answer exceeds the limit of ${defaultLimits.payload} characters as JSON. Ask for less, page by page or with fewer fields.`;

/** Why an answer is dropped: it is late, or of another attempt. */
const unwanted: ReadonlySet<RejectionCode> = new Set<RejectionCode>([
  'unknown-instance',
  'wrong-phase',
  'wrong-attempt',
  'run-ended',
]);

function eventInputOf(instance: number, attempt: number, outcome: ConnectorOutcome): EventInput {
  switch (outcome.kind) {
    case 'succeeded':
      return { kind: 'callSucceeded', instance, attempt, output: { value: outcome.output } };
    case 'failed':
      return { kind: 'callFailed', instance, attempt, failure: outcome.failure };
    case 'unknown':
      return { kind: 'callInDoubt', instance, attempt };
  }
}

/** On shutdown: the open calls of the run have not started, so their outcome is known. */
export function parkCommand(run: Pick<CallId, 'tenant' | 'run'>, callDispatcher: CallDispatcher): Command {
  return {
    ...run,
    urgent: true,
    async apply(draft) {
      const open = draft.state.instances.filter(isUnanswered);
      const isUnstarted = open.every(({ id: instance, attempt }) =>
        callDispatcher.isUnstarted({ ...run, instance, attempt }),
      );
      if (isUnstarted && draft.record.endedAt === null) draft.park();
      return undefined;
    },
    done: () => {},
  };
}

export function approveCommand(request: ApproveRequest, done: Done): Command {
  return {
    ...commonFields(request, runOfItem(request.item), done),
    outcome: () => request.item,
    async apply(draft, now) {
      const item = draft.findItem(request.item);
      if (item?.reason !== 'approval') return { kind: 'not-found' };
      const approvals = draft.record.approvals - 1;
      if (approvals === 0 && draft.state.suspended) {
        const refusal = refuse(await draft.advance({ kind: 'resumed', at: draft.at(now), by: request.by }));
        if (refusal !== undefined) return refusal;
      }
      draft.changeItem({ ...item, state: 'completed', holder: request.by, lease: null, updatedAt: now });
      draft.setApprovals(approvals);
      return undefined;
    },
  };
}

/**
 * Replays the journal before the request is queued for its commit, so that a long journal does not delay other
 * requests.
 */
export async function playAdopted(
  request: AdoptRequest,
  newRun: NewRun,
  player: Player,
  now: number,
): Promise<DraftRun | Rejection> {
  const draft = new DraftRun(createRun(request, newRun, request.origin, now), 0, player);
  draft.addContents(newRun.contents);
  draft.importContents(request.contents);
  const rejection = await draft.adopt(request.entries, now);
  if (request.origin === null && draft.record.endedAt === null) draft.park();
  return rejection ?? draft;
}

/** Events that a client held, as a run stores them. */
export function externalizeHeld(request: AdoptRequest, payloads: Payloads): AdoptRequest {
  const externalized = request.entries.map(({ event }) => externalizeEvent(event, request.tenant, payloads));
  return {
    ...request,
    entries: request.entries.map((entry, index) => ({ ...entry, ...externalized[index] })),
    contents: [...request.contents, ...externalized.flatMap(({ contents }) => contents)],
  };
}

export function adoptCommand(request: AdoptRequest, played: DraftRun, done: Done): Command {
  return {
    ...commonFields(request, played.record.id, done),
    begin: () => played,
    async apply(draft, now) {
      if (draft.record.endedAt !== null) return undefined;
      for (const { instance, declinedBy } of request.declines ?? []) {
        const item = draft.findItem(itemId(draft.record.id, instance));
        if (item !== undefined) draft.changeItem({ ...item, declinedBy });
      }
      for (const approval of request.approvals) draft.changeItem(approvalOf(draft.record, approval, now));
      draft.setApprovals(request.approvals.length);
      const mustRest = request.suspended || request.approvals.length > 0;
      if (!mustRest || draft.state.suspended) return undefined;
      return refuse(await draft.advance({ kind: 'suspended', at: draft.at(now), by: request.by }));
    },
  };
}

export const runOfItem = (item: string): string => item.slice(0, Math.max(0, item.lastIndexOf('.')));

export function commonFields({ tenant, by, cause, repeatable, asOf }: RunRequest, run: string, done: Done) {
  const once = repeatable === undefined ? {} : { once: { subject: by, ...repeatable } };
  const asked = cause === undefined ? {} : { asked: { by, cause } };
  return { tenant, run, urgent: false, done, ...once, ...asked, ...(asOf === undefined ? {} : { asOf }) };
}

function createRun(
  {
    tenant,
    by,
    workflow,
  }: { readonly tenant: string; readonly by: string; readonly workflow: PinnedWorkflow },
  { id, programHash, linked }: NewRun,
  origin: Origin | null,
  now: number,
): LiveRun {
  const record: RunRecord = {
    tenant,
    id,
    language: workflow.language,
    workflow: workflow.name,
    version: workflow.version,
    revision: workflow.revision,
    program: programHash,
    status: 'created',
    suspended: false,
    seq: 0,
    createdAt: now,
    updatedAt: now,
    endedAt: null,
    startedBy: by,
    origin,
    due: null,
    calls: 0,
    items: 0,
    approvals: 0,
    parked: origin !== null,
    failure: null,
  };
  return {
    record,
    state: linked.machine.initial,
    linked,
    items: new Map(),
    lastSnapshot: { seq: 0, size: 0 },
  };
}

function approvalOf(
  { tenant, id, workflow }: RunRecord,
  approval: AdoptRequest['approvals'][number],
  now: number,
): WorkItem {
  return {
    ...approval,
    tenant,
    id: `${id}.a${approval.instance}`,
    run: id,
    workflow,
    reason: 'approval',
    ordinal: 0,
    lineage: [],
    group: 0,
    state: 'offered',
    ending: '',
    paused: false,
    holder: '',
    lease: null,
    token: '',
    declinedBy: [],
    createdAt: now,
    updatedAt: now,
  };
}

/** The values of an event may be large. */
function externalizeEvent(event: RunEvent, tenant: string, payloads: Payloads) {
  const contents: Content[] = [];
  const externalize = (payload: Payload): Payload => {
    if (!('value' in payload)) return payload;
    const externalized = payloads.externalize(tenant, payload.value);
    contents.push(...externalized.contents);
    return externalized.payload;
  };
  return { event: mapPayloads(event, externalize), contents };
}

function refuse(step: Step | Rejection | undefined): EngineAnswer | undefined {
  return step?.kind === 'rejection' ? { kind: 'rejected', rejection: step } : undefined;
}
