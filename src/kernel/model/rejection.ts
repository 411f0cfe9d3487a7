/** The rejection of an event [K2]. The state is unchanged; the code says why, the message what to do. */
export interface Rejection {
  readonly kind: 'rejection';
  readonly code: RejectionCode;
  readonly message: string;
  /** The task whose failure would have failed the run [K2.5]; absent for another reason. */
  readonly task?: string;
}

export type RejectionCode =
  | 'malformed'
  | 'not-started'
  | 'already-started'
  | 'run-ended'
  | 'run-ending'
  | 'time-went-back'
  | 'unknown-instance'
  | 'unknown-frame'
  | 'unknown-name'
  | 'missing-parameter'
  | 'unbound-call'
  | 'wrong-phase'
  | 'wrong-attempt'
  | 'held-by-other'
  | 'paused'
  | 'too-early'
  | 'expression'
  | 'payload-too-large'
  | 'not-dynamic'
  | 'no-sibling'
  | 'too-few-instances'
  | 'too-many-instances'
  | 'too-many-signals'
  | 'already-suspended'
  | 'not-suspended'
  | 'not-failed'
  | 'undo-begun';
