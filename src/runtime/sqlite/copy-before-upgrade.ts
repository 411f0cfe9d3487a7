/**
 * Copies a database before an upgrade, next to it. A copy gets its name only when it is complete and on disk, and is
 * never overwritten: a copy of the same state is reused, otherwise the new one gets another name.
 */
import { closeSync, existsSync, fsyncSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { type Connection, openForReading } from './connection.ts';

/** @returns the path of the copy */
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

/** Distinguishes two states of the same database: every change of a run changes one of these. */
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
    // The file is not such a copy.
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
