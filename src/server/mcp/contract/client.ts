/** The extension by which 2026 clients say that they know tasks. */
export const tasksExtension = 'io.modelcontextprotocol/tasks';

/** What a client said that it can do, on this request. */
export interface Client {
  /** `plain`: no protocol around the call. */
  readonly era: 'modern' | 'legacy' | 'plain';
  /** A question reaches its human, by a form, on this connection. */
  readonly canAsk: boolean;
  /** It takes a task in place of a result, whenever the server likes. */
  readonly takesTasks: boolean;
  /** It asked for a task (2025). */
  readonly wantsTask: boolean;
  /** It wants to know how far a call is. */
  readonly progressToken: string | number | undefined;
}

export const plainClient: Client = {
  era: 'plain',
  canAsk: false,
  takesTasks: false,
  wantsTask: false,
  progressToken: undefined,
};
