/** Signalbox for users of a data folder, whether this process owns the folder or another does. */
import type { Json } from '../../kernel/index.ts';
import type { Environment, Principal, Registry } from '../../operations/index.ts';

export interface Signalbox {
  /** `attached` also while the folder has no owner: then one of the attached processes is about to take over. */
  readonly role: Role;
  /** The process that owns the folder; null if there is none. */
  readonly owner: { readonly pid: number } | null;
  /** What can be called. */
  readonly registry: Registry;
  /**
   * Performed once, even if the owner dies. Rejects with OperationError. An aborted signal ends only the waiting: the
   * request is performed and answered with what is available.
   */
  call(principal: Principal, operation: string, input: unknown, signal?: AbortSignal): Promise<Json>;
  /** Calls that only wait end at once, the others get a few seconds; runs continue with the next owner. */
  close(): Promise<void>;
}

export type Role = 'owner' | 'attached';

export type PathSetting = 'workflows' | 'connectors' | 'services';

export interface SignalboxEnvironment {
  readonly env: Environment;
  /** Of the program: processes of different versions do not share a folder. */
  readonly version: string;
  /** Of the program: changes with each build; absent if what it computes may change at any time. */
  readonly build?: string | undefined;
  /** Settings that the user named explicitly: the process warns if the owner has others. */
  readonly named?: readonly PathSetting[];
  /** A problem outside of any call: one line, without secrets. */
  readonly warn: (line: string) => void;
  /** A document has errors or warnings, at the start and whenever it changes: one line, without secrets. */
  readonly reportDocument?: (line: string) => void;
  /** The progress of a start that takes long: one line. */
  readonly reportProgress?: (line: string) => void;
  /** A document that this process reads, if it owns the folder, in addition to the folders of the settings. */
  readonly extraFile?: string | undefined;
  /** This process only reads: it does not advance runs until it calls an operation that changes something. */
  readonly isQuiet?: boolean;
  /** Called whenever this process becomes the owner, or attaches to one. */
  readonly onRole?: (role: Role) => void;
  /** Available operations. Default: all. */
  readonly registry?: Registry | undefined;
}
