/**
 * What the client of a session holds, sealed: not a copy of the state, but what has happened. Played again from the
 * start, it gives the same state [Q2.1].
 */
import type { Json } from '../../../kernel/index.ts';

export interface Held {
  /** Id of the workflow; of a generated one, the names of its adapters. */
  readonly flow: FlowName;
  /** Revision of its document. */
  readonly revision: string;
  /** How many states the session had before this one. A repeated state is a fork. */
  readonly sequence: number;
  /** Milliseconds since 1970. */
  readonly begun: number;
  /** The connectors of its operations, as they were bound at its start. */
  readonly bindings: { readonly [operation: string]: string };
  readonly steps: readonly HeldStep[];
  /**
   * Answers that are not committed, by question: those that came after a question to which the session went back, and
   * those that were known in advance. The first is proposed, and used if nothing before it is open.
   */
  readonly kept: { readonly [question: string]: readonly KeptAnswer[] };
  /** What calls returned as choices before the session went back, by question. */
  readonly fetched: { readonly [question: string]: FetchedChoices };
  /** What the answered questions were, by id: with it a changed definition is compared. */
  readonly prints: { readonly [question: string]: string };
}

export type FlowName = { readonly workflow: string } | { readonly adapters: readonly string[] };

export type HeldStep =
  | {
      readonly kind: 'answer';
      readonly question: string;
      readonly value: Json;
      readonly at: number;
      /** As the client said. */
      readonly timestamp?: number;
    }
  | ({ readonly kind: 'choices'; readonly question: string; readonly at: number } & FetchedChoices);

export interface FetchedChoices {
  /** Null: the call failed, and the choices of the document apply. */
  readonly choices: readonly string[] | null;
  /** Identifies the arguments of the call. */
  readonly tag: string;
}

export interface KeptAnswer {
  readonly value: Json;
  readonly timestamp?: number;
  /** It was in the history before. */
  readonly committed: boolean;
}

/** The value that is proposed for a question; `undefined` if there is none. */
export const proposalOf = ({ kept }: Pick<Held, 'kept'>, question: string): KeptAnswer | undefined =>
  Object.hasOwn(kept, question) ? kept[question]?.[0] : undefined;

/** Without the first proposal for a question. */
export function withoutProposal(kept: Held['kept'], question: string): Held['kept'] {
  const { [question]: first = [], ...rest } = kept;
  return first.length > 1 ? { ...rest, [question]: first.slice(1) } : rest;
}

/** Back to before an answer: it and all later ones are kept as proposals. @param index of the answer */
export function goBackTo(held: Held, index: number): Held {
  const dropped = held.steps.slice(index);
  const kept: Record<string, KeptAnswer[]> = {};
  for (const step of dropped) {
    if (step.kind !== 'answer') continue;
    const { value, timestamp } = step;
    const entry = { value, committed: true, ...(timestamp === undefined ? {} : { timestamp }) };
    kept[step.question] = [...(kept[step.question] ?? []), entry];
  }
  const fetched = dropped.flatMap((step) => {
    if (step.kind !== 'choices') return [];
    const { question, choices, tag } = step;
    return [[question, { choices, tag }] as const];
  });
  return {
    ...held,
    steps: held.steps.slice(0, index),
    kept: { ...held.kept, ...kept },
    fetched: { ...held.fetched, ...Object.fromEntries(fetched) },
  };
}
