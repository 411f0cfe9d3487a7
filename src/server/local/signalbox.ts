/** Signalbox as whoever uses a data folder sees it, whether this process owns the folder or another does. */
import type { Json } from '../../kernel/index.ts';
import type { Environment, Principal, Registry } from '../../operations/index.ts';

export interface Signalbox {
  /** `attached` also while nobody owns the folder: then one of the attached is about to. */
  readonly role: Role;
  /** The process that owns the folder; null while nobody does. */
  readonly owner: { readonly pid: number } | null;
  /**
   * Done once, also when the owner dies meanwhile. Rejects with OperationError. An aborted signal ends nothing but
   * waiting: what was asked for is done and answered, with what there is.
   */
  call(principal: Principal, operation: string, input: unknown, signal?: AbortSignal): Promise<Json>;
  /** Calls that only wait end at once, the others are given some seconds; runs go on with the next owner. */
  close(): Promise<void>;
}

export type Role = 'owner' | 'attached';

export type PathSetting = 'workflows' | 'connectors' | 'services';

export interface SignalboxEnvironment {
  readonly env: Environment;
  /** Of the program: processes of different versions do not share a folder. */
  readonly version: string;
  /** Of the program: told anew whenever it is made; absent where what it computes may change at any time. */
  readonly build?: string | undefined;
  /** Settings that whoever started this process has named: where the owner has others, they are warned. */
  readonly named?: readonly PathSetting[];
  /** Something is broken that nobody asked about: one line, without secrets. */
  readonly warn: (line: string) => void;
  /** A document has mistakes or warnings, at the start and whenever it changes: one line, without secrets. */
  readonly reportDocument?: (line: string) => void;
  /** This process only looks: runs do not move because of it, until it asks for something to be done. */
  readonly isQuiet?: boolean;
  /** Whenever this process has become the owner, or attached to one. */
  readonly onRole?: (role: Role) => void;
  /** The operations that there are; all of them where absent. */
  readonly registry?: Registry;
}
