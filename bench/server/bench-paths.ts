/** Where a bench finds the program, and where it may write. */
export interface BenchPaths {
  readonly program: string;
  readonly examples: string;
  /** A new one each time. */
  newFolder(): string;
}
