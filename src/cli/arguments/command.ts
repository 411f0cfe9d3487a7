/** A verb of the command line. */
import type { Host } from '../host/host.ts';

export interface Command {
  /** Shown by the verb's own help. */
  readonly meaning: string;
  /** `undefined` if the verb takes no arguments. */
  readonly arguments?: {
    /** As the help shows them: `RUN NAME [JSON]`. */
    readonly usage: string;
    readonly min: number;
    /** `undefined`: no limit. */
    readonly max?: number;
  };
  readonly options: readonly Option[];
  /** Complete command lines, without the program name. */
  readonly examples?: readonly string[];
  /** @returns the exit code */
  readonly run: (args: CommandArguments, host: Host) => Promise<number>;
}

export interface Option {
  readonly name: string;
  readonly short?: string;
  /** Placeholder of the value in the help; `undefined` if the option takes no value. */
  readonly value?: string;
  /** If the value is one of these. */
  readonly choices?: readonly string[];
  readonly repeats?: boolean;
  readonly meaning: string;
}

export interface CommandArguments {
  /** Long names of the options that are present. */
  readonly chosen: ReadonlySet<string>;
  readonly arguments: readonly string[];
  /** Values by option name, in the order of the command line. */
  readonly values: ReadonlyMap<string, readonly string[]>;
}

export interface Verb {
  /** Shown in the list of verbs. */
  readonly summary: string;
  readonly load: () => Promise<Command>;
}
