/** A kind of mistake that an author can make in a flow. */
import type { Draft } from './document-draft.ts';
import type { Mistake } from './document-tree.ts';

export interface MistakeKind {
  readonly name: string;
  /** Whether the JSON Schema refuses it, too. */
  readonly isStructural: boolean;
  /** Whether it puts in doubt where the flow leads. Default: false. */
  readonly isDecisive?: boolean;
  /** Whether the proposed correction makes the document valid again. Default: false. */
  readonly isCorrected?: boolean;
  /** Whether it is made in the flow itself, after all others, which need its parts. Default: false. */
  readonly isOfFlow?: boolean;
  /**
   * Makes it. Without an error, it changes where the flow leads.
   * @returns `undefined` if the document has no place for it
   */
  make(draft: Draft): readonly Mistake[] | undefined;
}
