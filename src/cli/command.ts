/** A verb of the command line. */
import type { Host } from './host.ts';

export interface Command {
  /** For the list of verbs. */
  readonly summary: string;
  /** For the verb's own help. */
  readonly meaning: string;
  readonly options: readonly { readonly name: string; readonly short?: string; readonly meaning: string }[];
  /** @returns the exit code */
  readonly run: (chosen: ReadonlySet<string>, host: Host) => Promise<number>;
}
