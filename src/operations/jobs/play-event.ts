/** Plays an event to compute its queries. The results are returned; the event is played again where its run is. */
import { type Json, link, type Machine, type Program, UnresolvedError } from '../../kernel/index.ts';
import { type PlayReply, type PlayRequest, recordQueries } from '../../runtime/index.ts';
import { createEvaluators, queryEngine } from '../language-lists/languages.ts';

export type PlayInput = Omit<PlayRequest, 'program'>;

const queries = recordQueries(queryEngine);
const evaluators = createEvaluators(queries);

/** Large values of the event that is played. */
let payloads: PlayInput['payloads'] = {};
let missing: string | null = null;

const resolve = (hash: string): Json => {
  const value = Object.hasOwn(payloads, hash) ? payloads[hash] : undefined;
  if (value !== undefined) return value;
  missing = hash;
  throw new UnresolvedError(`The value ${hash} is not in the request.`);
};

export function linkForPlay(program: Program): Machine {
  const linked = link(program, { evaluators, resolve });
  if (linked.kind === 'machine') return linked.machine;
  throw new Error(`The program cannot be run: ${linked.problems[0]?.message ?? 'it has problems'}`);
}

export function playEvent({ state, event, payloads: given }: PlayInput, machine: Machine): PlayReply {
  payloads = given;
  missing = null;
  try {
    machine.advance(state, event);
  } catch {
    // Where its run is, the event fails for the same reason, unless a value is missing here.
  }
  return { results: queries.take(), missing };
}
