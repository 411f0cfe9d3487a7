import type { Host } from '../../src/cli/host.ts';
export interface Scratch {
  readonly folder: string;
  readonly run: (args: readonly string[], overrides?: Partial<Host>) => Promise<CliResult>;
  readonly read: (path: string) => string;
  /** Removes the folder. */
  readonly close: () => void;
}
export interface CliResult {
  readonly code: number;
  readonly out: string;
  readonly err: string;
  /** Milliseconds of requested pauses. */
  readonly paused: number;
}
/** @param files texts by path; folders are created */
export declare function openScratch(files?: Readonly<Record<string, string>>): Scratch;
