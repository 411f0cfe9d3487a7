/**
 * Predicts a session that goes back: the answers that were given, and those after the open question, which wait to be
 * used again. After each change it plays the given answers from the start with the reference.
 */
import { type FlowDocument, type Scalar, variablesOf } from './flow-document.ts';
import { ReferenceSession } from './reference-session.ts';

export interface GivenAnswer {
  readonly question: string;
  readonly value: Scalar;
  /** As the client said. */
  readonly timestamp?: number | undefined;
}

interface NotedAnswer extends GivenAnswer {
  /** The time of the server. */
  readonly at: number;
}

/** @param now the time of the server */
export class ReferenceChanges {
  readonly flow: FlowDocument;
  reference: ReferenceSession;
  /** In the order in which they were noted; without automatic ones. */
  given: readonly NotedAnswer[] = [];
  /** In the order in which they would be asked for. */
  pending: readonly GivenAnswer[];
  readonly #now: () => number;
  #begun: number;
  #at: number;

  /** @param known answers that are known before the start */
  constructor(flow: FlowDocument, now: () => number, known: readonly GivenAnswer[] = []) {
    this.flow = flow;
    this.#now = now;
    this.#begun = now();
    this.#at = this.#begun;
    this.reference = this.#begin();
    this.pending = known;
    this.#usePending();
  }

  /** What is proposed for the open question. */
  get proposal(): Scalar | null {
    const { current } = this.reference;
    if (current === null) return null;
    const initial = variablesOf(this.flow, current).length > 0 ? undefined : current.default;
    return this.#pendingFor(current.id)?.value ?? this.reference.valueNamed(current.id) ?? initial ?? null;
  }

  /** Questions that can be gone back to. */
  get earlier(): readonly string[] {
    return [...new Set(this.given.map(({ question }) => question))];
  }

  answer(value: Scalar, timestamp?: number): void {
    const { current } = this.reference;
    const used = this.#pendingFor(current?.id ?? '');
    this.pending = this.pending.filter((each) => each !== used);
    this.#note(value, timestamp);
    this.#usePending();
  }

  /** @param question default: the last one that was asked */
  back(question?: string): void {
    const index = this.given.findLastIndex((each) => question === undefined || each.question === question);
    if (index < 0) throw new Error('There is no earlier question.');
    const [before, after] = [this.given.slice(0, index), this.given.slice(index)];
    const kept = after.map((each) => ({ ...each, timestamp: each.timestamp ?? each.at }));
    this.pending = [...kept, ...this.pending];
    this.#replay(before);
  }

  /** To try an answer. */
  copy(): ReferenceChanges {
    const made = new ReferenceChanges(this.flow, this.#now);
    made.#begun = this.#begun;
    made.pending = this.pending;
    made.#replay(this.given);
    return made;
  }

  /** In a changed flow; null if it does not ask for the same answers, or refuses one of them. */
  continueIn(flow: FlowDocument): ReferenceChanges | null {
    const made = new ReferenceChanges(flow, this.#now);
    made.#begun = this.#begun;
    made.pending = this.pending;
    made.#replay([]);
    for (const { question, value, timestamp, at } of this.given) {
      const { current } = made.reference;
      if (current?.id !== question || made.reference.problemOf(current, value) !== null) return null;
      made.#note(value, timestamp, at);
    }
    return made;
  }

  #replay(given: readonly NotedAnswer[]): void {
    this.given = [];
    this.reference = this.#begin();
    for (const { value, timestamp, at } of given) this.#note(value, timestamp, at);
  }

  #begin(): ReferenceSession {
    this.#at = this.#begun;
    return new ReferenceSession(this.flow, () => this.#at);
  }

  #note(value: Scalar, timestamp: number | undefined, at = this.#now()): void {
    const question = this.reference.current?.id ?? '';
    this.#at = at;
    this.given = [...this.given, { question, value, timestamp, at }];
    this.reference.answer(value, timestamp);
  }

  readonly #pendingFor = (id: string): GivenAnswer | undefined =>
    this.pending.find(({ question }) => question === id);

  /** As long as their questions are asked and they are valid. */
  #usePending(): void {
    for (let open = this.reference.current; open !== null; open = this.reference.current) {
      const next = this.#pendingFor(open.id);
      if (next === undefined || this.reference.problemOf(open, next.value) !== null) return;
      this.pending = this.pending.filter((each) => each !== next);
      this.#note(next.value, next.timestamp);
    }
  }
}
