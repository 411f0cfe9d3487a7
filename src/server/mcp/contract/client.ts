/** The extension by which 2026 clients declare that they support tasks. */
export const tasksExtension = 'io.modelcontextprotocol/tasks';

/** What a client declared to support, for this request. */
export interface Client {
  /** `plain`: a call without the protocol. */
  readonly era: 'modern' | 'legacy' | 'plain';
  /** Name and version, as the client states them; empty if it states none. */
  readonly name: string;
  /** The client can show a form to its user on this connection. */
  readonly canAsk: boolean;
  /** The client accepts a task instead of a result at any time. */
  readonly takesTasks: boolean;
  /** The client asked for a task (2025). */
  readonly wantsTask: boolean;
  /** The client requests progress notifications. */
  readonly progressToken: string | number | undefined;
}

export const plainClient: Client = {
  era: 'plain',
  name: '',
  canAsk: false,
  takesTasks: false,
  wantsTask: false,
  progressToken: undefined,
};
