/**
 * A session with several forks, and what each of them may still do: the first that gives its last answer decides how the
 * session ends, unless it was cancelled before.
 */
import { type FlowDocument, hasOperations, type Scalar } from './flow-document.ts';
import type { OperationSessions } from './operation-sessions.ts';
import { type Failing, type Outcome, predictOperations } from './predict-operations.ts';
import type { Answer } from './question-sessions.ts';
import { ReferenceSession } from './reference-session.ts';

/** One future of the session, as its client holds it. */
export interface Branch {
  readonly state: Answer;
  /** All answers that were given. */
  readonly values: readonly Scalar[];
  readonly reference: ReferenceSession;
}

export type Ending =
  | { readonly kind: 'open' }
  | { readonly kind: 'cancelled' }
  | { readonly kind: 'performed'; readonly by: Branch; readonly outcome: Outcome };

/** What a request to end a branch is answered with. */
export type Expected = 'completed' | 'failed' | 'conflict' | 'cancelled';

export class ForkedSession {
  readonly id: string;
  ending: Ending = { kind: 'open' };
  readonly branches: Branch[] = [];
  readonly #sessions: OperationSessions;
  readonly #failing: Failing;

  /** @param failing the operation that fails if it is performed */
  constructor(sessions: OperationSessions, first: Answer, flow: FlowDocument, failing: Failing) {
    this.id = first.session_id;
    this.#sessions = sessions;
    this.#failing = failing;
    this.branches.push({ state: first, values: [], reference: this.#play(flow, []) });
  }

  /** The branch with one more answer; its state is that of the branch. */
  after({ state, values, reference }: Branch, value: Scalar): Branch {
    const all = [...values, value];
    return { state, values: all, reference: this.#play(reference.flow, all) };
  }

  /** @param keeps its client goes on with the earlier state, too */
  grow(from: Branch, next: Branch, keeps: boolean): void {
    if (keeps && this.branches.length < maxBranches) this.branches.push(next);
    else this.branches[this.branches.indexOf(from)] = next;
  }

  /** A branch whose questions are all answered is to be completed. */
  complete(branch: Branch): Expected {
    const { ending } = this;
    if (ending.kind === 'cancelled') return 'cancelled';
    if (ending.kind === 'performed' && !isSame(ending.by, branch)) return 'conflict';
    // Nothing is stored, so others can still end.
    if (!hasOperations(branch.reference.flow)) return 'completed';
    const outcome = predictOperations(branch.reference, this.#failing);
    this.ending = { kind: 'performed', by: branch, outcome };
    return outcome.failed ? 'failed' : 'completed';
  }

  cancel({ reference }: Branch): 'cancelled' | 'completed' {
    if (this.ending.kind === 'performed') return 'completed';
    const isOver = reference.current === null && !hasOperations(reference.flow);
    if (this.ending.kind === 'open' && isOver) return 'completed';
    this.ending = { kind: 'cancelled' };
    return 'cancelled';
  }

  #play(flow: FlowDocument, values: readonly Scalar[]): ReferenceSession {
    const reference = new ReferenceSession(flow, () => this.#sessions.harness.clock.now());
    for (const value of values) reference.answer(value);
    return reference;
  }
}

const isSame = (one: Branch, other: Branch): boolean =>
  JSON.stringify(one.values) === JSON.stringify(other.values);

const maxBranches = 6;
