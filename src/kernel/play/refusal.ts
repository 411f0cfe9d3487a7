import type { RejectionCode } from '../model/rejection.ts';

/** Thrown inside one `advance` to drop the draft; becomes the rejection that `advance` returns [K2.1]. */
export class Refusal extends Error {
  readonly code: RejectionCode;

  constructor(code: RejectionCode, message: string) {
    super(message);
    this.code = code;
  }
}
