/** Where a bench finds the program, and where it may write. */
export interface Place {
  readonly program: string;
  readonly examples: string;
  /** A new one each time. */
  newFolder(): string;
}
