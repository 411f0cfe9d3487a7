/**
 * Many who wait for the same thing ask once: of a hundred streams of a tenant that are at the same place, one question is
 * put to whoever owns the data folder. What an answer depends on is part of what makes questions the same [W5.2].
 */
import type { Json } from '../../kernel/index.ts';
import type { Principal } from '../../operations/index.ts';
import type { Signalbox } from '../local/signalbox.ts';

export interface FeedQuestion {
  readonly operation: string;
  readonly input: object;
  /** The answer depends on who asks, beside their tenant and their scopes. */
  readonly isPersonal: boolean;
}

interface UnderWay {
  readonly answer: Promise<Json>;
  readonly stop: AbortController;
  askers: number;
}

export class SharedQuestions {
  readonly #call: Signalbox['call'];
  readonly #underWay = new Map<string, UnderWay>();

  constructor(call: Signalbox['call']) {
    this.#call = call;
  }

  /** @param leaves aborted when they do not want to know any longer; the answer may come later, or never */
  async ask(principal: Principal, question: FeedQuestion, leaves: AbortSignal): Promise<Json> {
    const key = keyOf(principal, question);
    const found = this.#underWay.get(key) ?? this.#begin(key, principal, question);
    found.askers++;
    const leave = (): void => {
      found.askers--;
      if (found.askers > 0) return;
      this.#forget(key, found);
      found.stop.abort();
    };
    leaves.addEventListener('abort', leave, { once: true });
    if (leaves.aborted) leave();
    try {
      return await found.answer;
    } finally {
      leaves.removeEventListener('abort', leave);
    }
  }

  #begin(key: string, principal: Principal, { operation, input }: FeedQuestion): UnderWay {
    const stop = new AbortController();
    const answer = this.#call(principal, operation, input, stop.signal);
    const begun: UnderWay = { answer, stop, askers: 0 };
    this.#underWay.set(key, begun);
    const forget = (): void => this.#forget(key, begun);
    answer.then(forget, forget);
    return begun;
  }

  /** Whoever comes from now on asks anew. */
  #forget(key: string, question: UnderWay): void {
    if (this.#underWay.get(key) === question) this.#underWay.delete(key);
  }
}

function keyOf({ tenant, subject, scopes, roles, kind }: Principal, question: FeedQuestion): string {
  const { operation, input, isPersonal } = question;
  return JSON.stringify([
    tenant,
    [...scopes].sort(),
    operation,
    input,
    isPersonal ? [subject, kind, roles] : null,
  ]);
}
