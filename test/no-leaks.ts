/**
 * Around every test file: what it changes of the process that it shares with other files is restored, and reported as a failure
 * of that file.
 */
import { afterAll, beforeAll, vi } from 'vitest';

const watchedEvents = [
  'SIGINT',
  'SIGTERM',
  'SIGHUP',
  'uncaughtException',
  'unhandledRejection',
  'exit',
  'warning',
];
const watchedGlobals = [
  'fetch',
  'Date',
  'setTimeout',
  'setInterval',
  'clearTimeout',
  'queueMicrotask',
] as const;
/** What keeps running when a test forgets to close it, as Node names it. Timers and sockets are ended by those who own them. */
const watchedResources = ['TCPServerWrap', 'PipeServerWrap', 'ProcessWrap', 'FSEventWrap'];
const patience = 20_000;

interface Snapshot {
  readonly env: NodeJS.ProcessEnv;
  readonly cwd: string;
  readonly listeners: ReadonlyMap<string, readonly unknown[]>;
  readonly globals: ReadonlyMap<string, unknown>;
  readonly resources: ReadonlyMap<string, number>;
}

let before: Snapshot;

beforeAll(() => {
  before = takeSnapshot();
});

afterAll(async () => {
  const leaks = [
    ...restoreEnvironment(),
    ...restoreHandlers(),
    ...restoreGlobals(),
    ...(await findResources()),
  ];
  if (leaks.length > 0) throw new Error(`This file leaves behind:\n  ${leaks.join('\n  ')}`);
});

function takeSnapshot(): Snapshot {
  return {
    env: { ...process.env },
    cwd: process.cwd(),
    listeners: new Map(watchedEvents.map((event) => [event, process.listeners(event as 'exit')])),
    globals: new Map(watchedGlobals.map((name) => [name, globalThis[name]])),
    resources: countResources(),
  };
}

function restoreEnvironment(): readonly string[] {
  const leaks: string[] = [];
  for (const name of new Set([...Object.keys(before.env), ...Object.keys(process.env)])) {
    const value = before.env[name];
    if (process.env[name] === value) continue;
    leaks.push(`the environment variable ${name}`);
    if (value === undefined) delete process.env[name];
    else process.env[name] = value;
  }
  if (process.cwd() !== before.cwd) {
    leaks.push(`the working directory ${process.cwd()}`);
    process.chdir(before.cwd);
  }
  return leaks;
}

function restoreHandlers(): readonly string[] {
  return watchedEvents.flatMap((event) => {
    const added = process
      .listeners(event as 'exit')
      .filter((listener) => !before.listeners.get(event)?.includes(listener));
    for (const listener of added) process.off(event, listener);
    return added.map(() => `a handler of “${event}”`);
  });
}

function restoreGlobals(): readonly string[] {
  const leaks: string[] = [];
  if (vi.isFakeTimers()) {
    leaks.push('fake timers');
    vi.useRealTimers();
  }
  vi.unstubAllGlobals();
  for (const name of watchedGlobals) {
    if (globalThis[name] === before.globals.get(name)) continue;
    leaks.push(`another globalThis.${name}`);
    Object.assign(globalThis, { [name]: before.globals.get(name) });
  }
  return leaks;
}

/** What is closed takes a moment to be gone. */
async function findResources(): Promise<readonly string[]> {
  const deadline = performance.now() + patience;
  while (performance.now() < deadline) {
    if (leftResources().length === 0) return [];
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  return leftResources();
}

function leftResources(): readonly string[] {
  const now = countResources();
  return watchedResources.flatMap((kind) => {
    const left = (now.get(kind) ?? 0) - (before.resources.get(kind) ?? 0);
    return left > 0 ? [`${left} open ${kind}`] : [];
  });
}

function countResources(): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const kind of process.getActiveResourcesInfo()) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  return counts;
}
