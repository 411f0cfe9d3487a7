/** The orders of callers as commands. */
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
import type { CallOutcome } from '../ports/connector.ts';
import type { Content } from '../ports/content.ts';
import type { Origin, RunRecord } from '../ports/run-record.ts';
import type { WorkItem } from '../ports/work-item.ts';
import type { CallDesk, CallName } from './call-desk.ts';
import type { Command } from './command.ts';
import { DraftRun } from './draft-run.ts';
import { givenItem, refuseMaking } from './given-item.ts';
import type { LiveRun } from './live-run.ts';
import type { LinkedRun } from './machines.ts';
import type {
  AdoptOrder,
  Answer,
  ApproveOrder,
  Happening,
  OrderHead,
  PinnedWorkflow,
  RenewOrder,
  StartOrder,
  TellOrder,
} from './orders.ts';
import type { Payloads } from './payloads.ts';
import { isUnanswered, itemId } from './project.ts';

type Done = (answer: Answer) => void;

/** What a new run is made of. */
export interface Newborn {
  readonly id: string;
  readonly programHash: string;
  readonly linked: LinkedRun;
  /** What the store must hold with it. */
  readonly contents: readonly Content[];
}

export function startCommand(
  order: StartOrder,
  newborn: Newborn,
  bindings: { readonly [operation: string]: string },
  payloads: Payloads,
  done: Done,
): Command {
  return {
    ...commonOf(order, newborn.id, done),
    begin: (now) => new DraftRun(bornRun(order, newborn, null, now), 0, payloads),
    async apply(draft, now) {
      draft.keep(newborn.contents);
      const input = Object.fromEntries(Object.entries(order.input).map(([name, value]) => [name, { value }]));
      const seed = randomInt(2 ** 32);
      const started: RunEvent = { kind: 'started', at: now, by: order.by, seed, input, bindings };
      const { event, contents } = stowEvent(started, order.tenant, payloads);
      draft.keep(contents);
      return refuse(await draft.advance(event));
    },
  };
}

export function tellCommand(order: TellOrder, payloads: Payloads, done: Done): Command {
  const { happening, by, lease = null } = order;
  const about = aboutItem(order);
  let gave = about;
  return {
    ...commonOf(order, order.run, done),
    outcome: () => gave,
    async apply(draft, now) {
      const { approvals: missing } = draft.record;
      if (happening.kind === 'resumed' && missing > 0) return { kind: 'approvals-missing', missing };
      const item = about === undefined ? undefined : draft.findItem(about);
      if (order.sparesHolder === true && item?.state === 'held' && item.holder !== by) {
        return { kind: 'not-held', item };
      }
      if (order.sibling !== undefined && item?.state !== 'held') {
        return item === undefined ? { kind: 'not-found' } : { kind: 'not-held', item };
      }
      const mark = draft.moments.length;
      const refusal =
        refuseMaking(happening, draft) ?? (await happen(draft, happening, now, payloads, by, lease));
      gave = givenItem(happening, draft.moments.slice(mark)) ?? about;
      return refuse(refusal);
    },
  };
}

const aboutItem = ({ run, happening, sibling }: TellOrder): string | undefined =>
  sibling ??
  ('instance' in happening && happening.instance !== undefined ? itemId(run, happening.instance) : undefined);

/** Applies what happened, with its large values kept apart. */
async function happen(
  draft: DraftRun,
  happening: Happening,
  now: number,
  payloads: Payloads,
  by: string,
  lease: number | null,
): Promise<Rejection | undefined> {
  const { tenant } = draft.record;
  const at = draft.at(now);
  const { event, contents } = stowEvent({ ...happening, at, ...(by === '' ? {} : { by }) }, tenant, payloads);
  const step = await draft.advance(event, lease === null ? null : at + lease);
  if (step.kind === 'rejection') return step;
  draft.keep(contents);
  return undefined;
}

/** What became of a call. An answer that nobody waits for is none; one that does not fit the run is a failure of the call. */
export function answerCommand(
  order: CallName,
  outcome: CallOutcome,
  payloads: Payloads,
  done: () => void,
): Command {
  const { tenant, run, instance, attempt } = order;
  return {
    tenant,
    run,
    urgent: true,
    async apply(draft, now) {
      const tell = (happening: Happening) => happen(draft, happening, now, payloads, '', null);
      let refusal: Awaited<ReturnType<typeof tell>>;
      try {
        refusal = await tell(happeningOf(instance, attempt, outcome));
      } catch (error) {
        if (!(error instanceof HaltedError)) throw error;
        // What follows from it cannot be computed here: an operator is asked rather than the run left hanging.
        await tell({ kind: 'callInDoubt', instance, attempt });
        return undefined;
      }
      if (refusal === undefined || unwanted.has(refusal.code)) return undefined;
      // It is waited for and does not fit: the call has failed.
      const message = refusal.code === 'payload-too-large' ? tooLarge : refusal.message;
      const failure = { code: refusal.code, message, retryable: false };
      const second = await tell({ kind: 'callFailed', instance, attempt, failure });
      if (second === undefined || unwanted.has(second.code)) return undefined;
      await tell({ kind: 'callInDoubt', instance, attempt });
      return undefined;
    },
    done,
  };
}

const tooLarge = `The answer is longer than a value may be, ${defaultLimits.payload} characters as JSON: ask for less, page by page or with fewer fields.`;

/** Why nobody waits for an answer: it is late, or of another attempt. */
const unwanted: ReadonlySet<RejectionCode> = new Set<RejectionCode>([
  'unknown-instance',
  'wrong-phase',
  'wrong-attempt',
  'run-ended',
]);

function happeningOf(instance: number, attempt: number, outcome: CallOutcome): Happening {
  switch (outcome.kind) {
    case 'succeeded':
      return { kind: 'callSucceeded', instance, attempt, output: { value: outcome.output } };
    case 'failed':
      return { kind: 'callFailed', instance, attempt, failure: outcome.failure };
    case 'unknown':
      return { kind: 'callInDoubt', instance, attempt };
  }
}

/** At the end of a process: the open calls of a run were not begun, so there is no doubt about them. */
export function parkCommand(run: Pick<CallName, 'tenant' | 'run'>, desk: CallDesk): Command {
  return {
    ...run,
    urgent: true,
    async apply(draft) {
      const open = draft.state.instances.filter(isUnanswered);
      const isUnbegun = open.every(({ id: instance, attempt }) =>
        desk.isUnbegun({ ...run, instance, attempt }),
      );
      if (isUnbegun && draft.record.endedAt === null) draft.park();
      return undefined;
    },
    done: () => {},
  };
}

/** Only the row of an item changes: the kernel knows no leases. */
export function renewCommand(order: RenewOrder, done: Done): Command {
  return {
    ...commonOf(order, runOfItem(order.item), done),
    outcome: () => order.item,
    async apply(draft, now) {
      const item = draft.findItem(order.item);
      if (item === undefined) return { kind: 'not-found' };
      if (item.state !== 'held' || item.holder !== order.by) return { kind: 'not-held', item };
      const lease = order.lease === null ? null : now + order.lease;
      draft.changeItem({ ...item, lease, updatedAt: now });
      return undefined;
    },
  };
}

export function approveCommand(order: ApproveOrder, done: Done): Command {
  return {
    ...commonOf(order, runOfItem(order.item), done),
    outcome: () => order.item,
    async apply(draft, now) {
      const item = draft.findItem(order.item);
      if (item?.reason !== 'approval') return { kind: 'not-found' };
      const approvals = draft.record.approvals - 1;
      if (approvals === 0 && draft.state.suspended) {
        const refusal = refuse(await draft.advance({ kind: 'resumed', at: draft.at(now), by: order.by }));
        if (refusal !== undefined) return refusal;
      }
      draft.changeItem({ ...item, state: 'completed', holder: order.by, lease: null, updatedAt: now });
      draft.setApprovals(approvals);
      return undefined;
    },
  };
}

/** Plays the journal before the order waits for its commit, so that nobody waits while a long one is played. */
export async function playAdopted(
  order: AdoptOrder,
  newborn: Newborn,
  payloads: Payloads,
  now: number,
): Promise<DraftRun | Rejection> {
  const draft = new DraftRun(bornRun(order, newborn, order.origin, now), 0, payloads);
  draft.keep(newborn.contents);
  draft.bring(order.contents);
  return (await draft.adopt(order.entries, now)) ?? draft;
}

export function adoptCommand(order: AdoptOrder, played: DraftRun, done: Done): Command {
  return {
    ...commonOf(order, played.record.id, done),
    begin: () => played,
    async apply(draft, now) {
      if (draft.record.endedAt !== null) return undefined;
      for (const approval of order.approvals) draft.changeItem(approvalOf(draft.record, approval, now));
      draft.setApprovals(order.approvals.length);
      const mustRest = order.suspended || order.approvals.length > 0;
      if (!mustRest || draft.state.suspended) return undefined;
      return refuse(await draft.advance({ kind: 'suspended', at: draft.at(now), by: order.by }));
    },
  };
}

const runOfItem = (item: string): string => item.slice(0, Math.max(0, item.lastIndexOf('.')));

function commonOf({ tenant, by, cause, repeatable, asOf }: OrderHead, run: string, done: Done) {
  const once = repeatable === undefined ? {} : { once: { subject: by, ...repeatable } };
  const asked = cause === undefined ? {} : { asked: { by, cause } };
  return { tenant, run, urgent: false, done, ...once, ...asked, ...(asOf === undefined ? {} : { asOf }) };
}

function bornRun(
  {
    tenant,
    by,
    workflow,
  }: { readonly tenant: string; readonly by: string; readonly workflow: PinnedWorkflow },
  { id, programHash, linked }: Newborn,
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
  return { record, state: linked.machine.initial, linked, items: new Map(), snapped: { seq: 0, size: 0 } };
}

function approvalOf(
  { tenant, id, workflow }: RunRecord,
  approval: AdoptOrder['approvals'][number],
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
    createdAt: now,
    updatedAt: now,
  };
}

/** What an event brings may be large. */
function stowEvent(event: RunEvent, tenant: string, payloads: Payloads) {
  const contents: Content[] = [];
  const stow = (payload: Payload): Payload => {
    if (!('value' in payload)) return payload;
    const stowed = payloads.stow(tenant, payload.value);
    contents.push(...stowed.contents);
    return stowed.payload;
  };
  return { event: mapPayloads(event, stow), contents };
}

function refuse(step: Step | Rejection | undefined): Answer | undefined {
  return step?.kind === 'rejection' ? { kind: 'rejected', rejection: step } : undefined;
}
