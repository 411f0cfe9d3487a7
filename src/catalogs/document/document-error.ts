/** Why a document cannot be read, with the place in its text if it is known. */
export interface TextPosition {
  readonly line: number;
  readonly column: number;
}

export class DocumentError extends Error {
  readonly position: TextPosition | undefined;

  /** @param message for people */
  constructor(message: string, position?: TextPosition) {
    super(message);
    this.name = 'DocumentError';
    this.position = position;
  }
}
