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
  readonly way: Way;
}

/** The answered questions and the open one: a changed definition is compared with them. */
export interface Way {
  readonly answered: number;
  /** Identifies the answered questions, what they were, and their order. */
  readonly tag: string;
  /** Identifies the open question; null if all are answered. */
  readonly open: string | null;
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
  /** Identifies the call with its arguments, and what applies if it fails. */
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
  keptFor(kept, question)[0];

/** Without the first proposal for a question. */
export function withoutProposal(kept: Held['kept'], question: string): Held['kept'] {
  const { [question]: _, ...others } = kept;
  const later = keptFor(kept, question).slice(1);
  return later.length > 0 ? { ...others, [question]: later } : others;
}

/** What was fetched before for the same arguments: in an earlier pass of a loop, or before the session went back. */
export const fetchedBefore = (
  { steps, fetched }: Held,
  question: string,
  tag: string,
): FetchedChoices | undefined =>
  [
    ...(Object.hasOwn(fetched, question) ? [fetched[question]] : []),
    ...steps.flatMap((step) => (step.kind === 'choices' && step.question === question ? [step] : [])),
  ].findLast((known) => known?.tag === tag);

/** A question may be called `constructor`. */
const keptFor = (kept: Held['kept'], question: string): readonly KeptAnswer[] =>
  (Object.hasOwn(kept, question) ? kept[question] : undefined) ?? [];

/**
 * Back to before an answer: it and all later ones are kept as proposals, before those that are left from an earlier
 * return.
 * @param index of the answer
 */
export function goBackTo(held: Held, index: number): Held {
  const dropped = held.steps.slice(index);
  let { kept } = held;
  for (const step of dropped.toReversed()) {
    if (step.kind !== 'answer') continue;
    // If it is used again, it was given then, and not later.
    const { question, value, timestamp = step.at } = step;
    const entry = { value, committed: true, timestamp };
    kept = { ...kept, [question]: [entry, ...keptFor(kept, question)] };
  }
  return { ...withoutSteps(held, index), kept };
}

/** Without the steps from an index on; the choices that they fetched stay known. */
export function withoutSteps(held: Held, index: number): Held {
  let { fetched } = held;
  for (const step of held.steps.slice(index)) {
    if (step.kind !== 'choices') continue;
    const { question, choices, tag } = step;
    fetched = { ...fetched, [question]: { choices, tag } };
  }
  return { ...held, steps: held.steps.slice(0, index), fetched };
}
