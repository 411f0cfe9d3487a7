/** What one update of a repository may take. */
export interface FetchLimits {
  /** Limit of one git command, in milliseconds. */
  readonly timeout: number;
  /** Limit of the bytes that are fetched. */
  readonly bytes: number;
  /** Limit of the number of documents. */
  readonly documents: number;
  /** Limit of the memory of a git process, in bytes. */
  readonly memory: number;
}

export const defaultFetchLimits: FetchLimits = {
  timeout: 60_000,
  bytes: 200_000_000,
  documents: 5_000,
  memory: 512 * 1_048_576,
};
