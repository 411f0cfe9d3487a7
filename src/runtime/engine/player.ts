/**
 * Plays events of runs. If the kernel needs something that is not in memory, it is fetched, and the event is played
 * again: large values come from the store, results of queries from another process.
 */
import type { Json, Program, Rejection, RunEvent, RunState, Step } from '../../kernel/index.ts';
import type { RunRecord } from '../ports/run-record.ts';
import type { QueryResult, QueryResultEntry } from '../queries/query-result.ts';
import type { LinkedMachine } from './machines.ts';
import type { Pauses } from './pauses.ts';
import type { Payloads } from './payloads.ts';
import { type QueryResults, UnresolvedQueryError } from './query-results.ts';

/** An event whose queries are computed. */
export interface PlayRequest {
  readonly program: Program;
  readonly state: RunState;
  readonly event: RunEvent;
  /** Large values by hash. */
  readonly payloads: { readonly [hash: string]: Json };
}

export interface PlayReply {
  readonly results: readonly QueryResultEntry[];
  /** Hash of a large value that is missing; null if none is. */
  readonly missing: string | null;
}

export type RunOwner = Pick<RunRecord, 'tenant' | 'startedBy'>;

/** Computes the queries of an event elsewhere. */
export interface ElsewherePlayed {
  readonly results: QueryResults;
  /** Throws HaltedError if it exceeds a limit. */
  play(owner: RunOwner, request: PlayRequest): Promise<PlayReply>;
}

export class Player {
  readonly #payloads: Payloads;
  readonly #elsewhere: ElsewherePlayed | undefined;
  readonly #pauses: Pauses | undefined;

  /**
   * @param elsewhere absent: the evaluators compute queries themselves
   * @param pauses absent: an event is played as soon as its queries are computed
   */
  constructor(payloads: Payloads, elsewhere?: ElsewherePlayed, pauses?: Pauses) {
    this.#payloads = payloads;
    this.#elsewhere = elsewhere;
    this.#pauses = pauses;
  }

  /** Synchronous if everything is in memory. @param fetched large values in memory that are about to be stored */
  advance(
    owner: RunOwner,
    linked: LinkedMachine,
    state: RunState,
    event: RunEvent,
    fetched = new Map<string, Json>(),
  ): Step | Rejection | Promise<Step | Rejection> {
    const { tenant } = owner;
    const results = new Map<string, QueryResult>();
    const play = (): Step | Rejection => {
      this.#elsewhere?.results.use(results);
      return linked.machine.advance(state, event);
    };
    const attempt = () => {
      const began = performance.now();
      const step = this.#payloads.resolving(tenant, play, fetched);
      this.#pauses?.served(tenant, isLarge(step) ? performance.now() - began : 0);
      return step;
    };
    const computeQueries = async (error: unknown): Promise<Step | Rejection> => {
      if (this.#elsewhere === undefined || !(error instanceof UnresolvedQueryError)) throw error;
      const { program } = linked;
      for (let missing: string | null = ''; missing !== null; ) {
        if (missing !== '') await this.#payloads.fetch(tenant, missing, fetched);
        const request = { program, state, event, payloads: Object.fromEntries(fetched) };
        const reply: PlayReply = await this.#elsewhere.play(owner, request);
        this.#elsewhere.results.remember(reply.results);
        for (const [key, result] of reply.results) results.set(key, result);
        missing = reply.missing;
      }
      // Its results may come when others of the tenant do.
      while (this.#pauses?.isPaused(tenant)) await this.#pauses.nextEnd();
      return attempt();
    };
    try {
      const step = attempt();
      // It is nearly always synchronous: an unneeded `await` costs more than the step.
      return step instanceof Promise ? step.catch(computeQueries) : step;
    } catch (error) {
      return computeQueries(error);
    }
  }
}

/** Moves of the net and effects of an event that are many. */
const manyMoves = 300;

/** A small event that took long waited for something else, such as the garbage collector. */
const isLarge = (step: Step | Rejection | Promise<unknown>): boolean =>
  'notes' in step && step.notes.length + step.effects.length > manyMoves;
