/** A repository of the GitHub server for tests. */
export interface Repository {
  readonly id: number;
  readonly owner: string;
  readonly name: string;
  readonly isPrivate: boolean;
  readonly defaultBranch: string;
  readonly mayPush: boolean;
  readonly releases: readonly string[];
  /** By the full name, such as `refs/heads/main`. */
  readonly refs: Map<string, string>;
  readonly commits: Set<string>;
  readonly variables: Map<string, { readonly value: string; readonly created: string }>;
  /** By branch, then by path: the content as Base64. */
  readonly files: Map<string, Map<string, string>>;
}
