/** Paths of the program and of the work folder of a bench. */
export interface BenchPaths {
  readonly program: string;
  readonly examples: string;
  /** A new folder for each call. */
  newFolder(): string;
}
