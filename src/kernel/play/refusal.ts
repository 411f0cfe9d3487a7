import type { RejectionCode } from '../model/rejection.ts';

/** Thrown inside one `advance` to drop the draft; becomes the rejection that `advance` returns [K2.1]. */
export class Refusal extends Error {
  readonly code: RejectionCode;
  readonly about: { readonly task?: string };

  constructor(code: RejectionCode, message: string, task?: string) {
    super(message);
    this.code = code;
    this.about = task === undefined ? {} : { task };
  }
}
