import { maxMessageBytes } from './server-limits.ts';

/** The error for a server message that exceeds a limit of its size. */
export class TooLargeError extends Error {
  constructor(message = `the server sent more than ${maxMessageBytes / 1_048_576} MiB at once`) {
    super(message);
    this.name = 'TooLargeError';
  }
}

/** JSON-RPC code of the substituted response; no server uses it. */
export const tooLargeCode = -32_099;
