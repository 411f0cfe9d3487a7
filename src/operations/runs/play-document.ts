/** Replays the journal of an exported run from its start in the kernel. Nothing in it is trusted. */
import {
  HaltedError,
  type Json,
  link,
  type Machine,
  type RunEvent,
  type RunState,
  type Step,
  UnresolvedError,
} from '../../kernel/index.ts';
import {
  type AdoptRequest,
  createAllowance,
  type JournalEntry,
  limitEffort,
  yieldToEventLoop,
} from '../../runtime/index.ts';
import { findLanguage } from '../read-definition.ts';
import { createApprovalCollector } from './collect-approvals.ts';
import { parseJson } from './read-document.ts';
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
export async function playDocument(document: RunDocument): Promise<PlayedDocument> {
  const machine = linkDocument(document);
  const entries: JournalEntry[] = [];
  const collector = createApprovalCollector();
  let state = machine.initial;
  for (const event of document.events) {
    const path = `document.events.${entries.length}`;
    const before = state;
    await yieldToEventLoop();
    const step = guard(path, () => machine.advance(before, event));
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

function entryOf(
  { correlations = {} }: RunDocument,
  seq: number,
  event: RunEvent,
  { notes }: Step,
): JournalEntry {
  const correlationId = Object.hasOwn(correlations, seq) ? correlations[seq] : undefined;
  return correlationId === undefined ? { seq, event, notes } : { seq, event, notes, correlationId };
}

function linkDocument({ program, payloads, workflow, events }: RunDocument): Machine {
  const allowance = createAllowance(events.length);
  const evaluators = limitEffort(findLanguage(workflow.language)?.evaluators ?? {}, allowance);
  const values = new Map(Object.entries(payloads).map(([hash, text]) => [hash, parseJson(text) ?? null]));
  const resolve = (hash: string): Json => {
    const value = values.get(hash);
    if (value === undefined) throw new UnresolvedError(`The value ${hash} is not in the document.`);
    return value;
  };
  const linked = guard('document.program', () => link(program, { evaluators, resolve }));
  if (linked.kind === 'machine') return linked.machine;
  throw documentRefused(
    linked.problems.map(({ code, net, task, message }) => {
      const path = ['document.program', net, task].filter((part) => part !== '').join('.');
      return replayRejected(path, code, message);
    }),
  );
}

/** Malformed data that the kernel does not check may make it throw: an error of the document. */
function guard<Result>(path: string, play: () => Result): Result {
  try {
    return play();
  } catch (error) {
    if (error instanceof HaltedError) throw documentRefused([replayRejected(path, 'halted', error.message)]);
    throw documentRefused([
      replayRejected(path, 'malformed', `“${path}” is malformed and cannot be replayed.`),
    ]);
  }
}
