/** Replays the journal of an exported run from its start in the kernel. Nothing in it is trusted. */
import {
  type Evaluators,
  HaltedError,
  link,
  type RunEvent,
  type RunState,
  type Step,
} from '../../kernel/index.ts';
import {
  type AdoptRequest,
  createAllowance,
  type JournalEntry,
  type LinkedMachine,
  limitEffort,
  Payloads,
  Player,
  type RunOwner,
  yieldToEventLoop,
} from '../../runtime/index.ts';
import { OperationError } from '../contract/operation-error.ts';
import type { Services } from '../contract/services.ts';
import { evaluators } from '../language-lists/languages.ts';
import { createApprovalCollector } from './collect-approvals.ts';
import { documentRefused, replayRejected } from './refuse-document.ts';
import type { RunDocument } from './run-document.ts';

export interface PlayedDocument {
  /** With the notes of the kernel. */
  readonly entries: readonly JournalEntry[];
  readonly state: RunState;
  /** Answers that people gave elsewhere. */
  readonly approvals: AdoptRequest['approvals'];
}

/** Throws if it cannot be replayed, or has another result than the document claims. */
export async function playDocument(
  document: RunDocument,
  owner: RunOwner,
  playing: Services['playing'],
  signal?: AbortSignal,
): Promise<PlayedDocument> {
  const payloads = new Payloads({
    find: async (_, __, hash) =>
      Object.hasOwn(document.payloads, hash) ? document.payloads[hash] : undefined,
  });
  const player = new Player(payloads, playing?.elsewhere);
  const linked = await linkDocument(document, payloads, playing?.evaluators ?? evaluators);
  const entries: JournalEntry[] = [];
  const collector = createApprovalCollector();
  let state = linked.machine.initial;
  for (const event of document.events) {
    const path = `document.events.${entries.length}`;
    const before = state;
    await yieldToEventLoop();
    if (signal?.aborted) throw aborted();
    const step = await guard(path, () => player.advance(owner, linked, before, event));
    if (step.kind === 'rejection') throw documentRefused([replayRejected(path, step.code, step.message)]);
    state = step.state;
    collector.see(event, step);
    entries.push(entryOf(document, entries.length + 1, event, step));
  }
  const { status } = document.run;
  if (state.status !== status) {
    const message = `The journal leads to the status ${state.status}, but the document has the status ${status}.`;
    throw documentRefused([replayRejected('document.run.status', 'status', message)]);
  }
  return { entries, state, approvals: collector.approvals };
}

const aborted = (): OperationError =>
  new OperationError({
    code: 'engine_unavailable',
    message: 'The caller no longer waits: the document is not imported.',
  });

function entryOf(
  { correlations = {} }: RunDocument,
  seq: number,
  event: RunEvent,
  { notes }: Step,
): JournalEntry {
  const correlationId = Object.hasOwn(correlations, seq) ? correlations[seq] : undefined;
  return correlationId === undefined ? { seq, event, notes } : { seq, event, notes, correlationId };
}

async function linkDocument(
  { program, events }: RunDocument,
  { resolve }: Payloads,
  evaluators: Evaluators,
): Promise<LinkedMachine> {
  // An event whose values or queries are not in memory is played again.
  const limited = limitEffort(evaluators, createAllowance(2 * events.length));
  const linked = await guard('document.program', () => link(program, { evaluators: limited, resolve }));
  if (linked.kind === 'machine') return { program, machine: linked.machine };
  throw documentRefused(
    linked.problems.map(({ code, net, task, message }) => {
      const path = ['document.program', net, task].filter((part) => part !== '').join('.');
      return replayRejected(path, code, message);
    }),
  );
}

/** Malformed data that the kernel does not check may make it throw: an error of the document. */
async function guard<Result>(path: string, play: () => Result | Promise<Result>): Promise<Result> {
  try {
    return await play();
  } catch (error) {
    if (error instanceof HaltedError) throw documentRefused([replayRejected(path, 'halted', error.message)]);
    throw documentRefused([
      replayRejected(path, 'malformed', `“${path}” is malformed and cannot be replayed.`),
    ]);
  }
}
