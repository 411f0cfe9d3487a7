/** The error for a server message that exceeds the limit. */
export class TooLargeError extends Error {
  constructor() {
    super(`the server sent more than ${maxMessageBytes / 1_048_576} MiB at once`);
    this.name = 'TooLargeError';
  }
}

/** Limit in bytes of one message: a result and its envelope, twice if it is structured. */
export const maxMessageBytes = 16 * 1_048_576;

/** JSON-RPC code of the substituted response; no server uses it. */
export const tooLargeCode = -32_099;
