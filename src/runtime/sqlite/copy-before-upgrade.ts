/**
 * Keeps a database as it was before an upgrade, beside it. A copy appears under its name only when it is whole and on
 * disk, and is never written over: one of the same state is used again, else the new one gets a name of its own.
 */
import { closeSync, existsSync, fsyncSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { type Connection, openForReading } from './connection.ts';

/** @returns where the copy is */
export function copyBeforeUpgrade(connection: Connection, step: number): string {
  const state = stateOf(connection);
  for (let round = 1; ; round++) {
    const copy = `${connection.name}.before-${step}${round === 1 ? '' : `-${round}`}`;
    if (existsSync(copy)) {
      if (holds(copy, state)) return copy;
      continue;
    }
    const unfinished = `${copy}.unfinished`;
    rmSync(unfinished, { force: true });
    writeFileSync(unfinished, '', { mode: 0o600 });
    connection.prepare<[string]>('VACUUM INTO ?').run(unfinished);
    sync(unfinished);
    renameSync(unfinished, copy);
    sync(dirname(copy));
    return copy;
  }
}

/** Tells two states of the same database apart: whatever happens to runs changes one of these. */
function stateOf(connection: Connection): string {
  const row = connection
    .prepare<[], unknown[]>('SELECT count(*), sum(seq), max(updated_at) FROM runs')
    .raw()
    .get();
  return JSON.stringify([connection.pragma('user_version', { simple: true }), row]);
}

function holds(copy: string, state: string): boolean {
  try {
    const connection = openForReading(copy);
    try {
      return stateOf(connection) === state;
    } finally {
      connection.close();
    }
  } catch {
    // Whatever that file is, it is not this copy.
    return false;
  }
}

function sync(path: string): void {
  const descriptor = openSync(path, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
