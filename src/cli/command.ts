/** A verb of the command line. */
import type { Host } from './host.ts';

export interface Command {
  /** For the verb's own help. */
  readonly meaning: string;
  /** What it works on; absent where it takes no arguments. */
  readonly arguments?: {
    /** As the help shows them: `RUN NAME [JSON]`. */
    readonly usage: string;
    readonly min: number;
    /** Absent where there may be any number. */
    readonly max?: number;
  };
  readonly options: readonly Option[];
  /** Command lines that can be typed, without the name of the program. */
  readonly examples?: readonly string[];
  /** @returns the exit code */
  readonly run: (args: CommandArguments, host: Host) => Promise<number>;
}

export interface Option {
  readonly name: string;
  readonly short?: string;
  /** What stands for the value in the help; absent where it takes none. */
  readonly value?: string;
  readonly repeats?: boolean;
  readonly meaning: string;
}

export interface CommandArguments {
  /** Names of the options that were given, in their long form. */
  readonly chosen: ReadonlySet<string>;
  readonly arguments: readonly string[];
  /** Values by the name of the option, in the order in which they were given. */
  readonly values: ReadonlyMap<string, readonly string[]>;
}
