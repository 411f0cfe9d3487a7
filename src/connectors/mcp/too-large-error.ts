/** A message of a server that is longer than any is read. */
export class TooLargeError extends Error {
  constructor() {
    super(`the server sent more than ${maxMessageBytes / 1_048_576} MiB at once`);
    this.name = 'TooLargeError';
  }
}

/** Bytes of one message: a result and what is around it, written twice where it is structured. */
export const maxMessageBytes = 16 * 1_048_576;

/** In the place of an answer that is too large; no server uses it. */
export const tooLargeCode = -32_099;
