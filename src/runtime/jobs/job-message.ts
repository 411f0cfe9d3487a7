/** The messages between the pool and its processes. */

/** Data that several jobs share. It is sent to each process once, and identified by its hash afterwards. */
export interface SharedData {
  readonly hash: string;
  /** JSON. */
  readonly text: string;
}

export interface JobMessage {
  readonly name: string;
  /** JSON. */
  readonly input: string;
  readonly shared: { readonly hash: string; readonly text: string | null } | null;
  /** The shared data of earlier messages is no longer needed. */
  readonly forgets: boolean;
}

/** `spentMs`: CPU time of the process so far. */
export type JobReply = { readonly spentMs: number } & (
  | { readonly kind: 'ready' }
  /** The result as JSON. */
  | { readonly kind: 'done'; readonly text: string }
  /** The result is longer than `maxResultLength`. */
  | { readonly kind: 'large' }
  /** An internal error. */
  | { readonly kind: 'failed'; readonly trace: string }
);

/** Limit of a result, in characters: the main process parses it. */
export const maxResultLength = 16 * 1024 * 1024;
