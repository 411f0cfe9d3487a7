/** Creates a folder with files, and runs the command line in it with a recording host. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Host } from '../../src/cli/host/host.ts';
import type { Terminal } from '../../src/cli/host/terminal.ts';
import { runCli } from '../../src/cli/run-cli.ts';

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
export function openScratch(files: Readonly<Record<string, string>> = {}): Scratch {
  const folder = mkdtempSync(join(tmpdir(), 'signalbox-cli-'));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return {
    folder,
    run: (args, overrides = {}) => runIn(folder, args, overrides),
    read: (path) => readFileSync(join(folder, path), 'utf8'),
    close: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** The clock runs fast, so that measurements are short. */
async function runIn(folder: string, args: readonly string[], overrides: Partial<Host>): Promise<CliResult> {
  let out = '';
  let err = '';
  let paused = 0;
  let now = 0;
  const host: Host = {
    out: (text) => {
      out += text;
    },
    err: (text) => {
      err += text;
    },
    isTerminal: false,
    columns: 80,
    rows: 24,
    colour: false,
    readInput: () => Promise.reject(new Error('unexpected question')),
    folder,
    clock: () => (now += 100),
    pause: async (milliseconds) => {
      paused += milliseconds;
    },
    exit: () => {},
    terminal: quietTerminal((text) => {
      err += text;
    }),
    environment: {},
    user: 'ann',
    ...overrides,
  };
  const code = await runCli(args, host);
  return { code, out, err, paused };
}

/** Not interactive, and without redrawing. */
function quietTerminal(write: (text: string) => void): Terminal {
  return {
    write,
    canRedraw: false,
    isInteractive: false,
    colour: false,
    size: () => ({ columns: 80, rows: 24 }),
    ask: async () => undefined,
    openReader: () => ({ ask: async () => ({ kind: 'end' }), close: () => 0 }),
    onInterrupt: () => () => {},
    every: () => () => {},
  };
}
