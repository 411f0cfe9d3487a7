/**
 * Kills a process at a certain point of its work, without any change to the program: its calls to the database
 * package and to the file system are wrapped before it opens anything. Nothing runs after the signal, not even in
 * this thread.
 */
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { Worker } from 'node:worker_threads';
import Database from 'better-sqlite3';

const die = () => process.kill(process.pid, 'SIGKILL');

/** The subjects of a transaction, from its arguments. */
function subjectsOf(args) {
  const [first] = args;
  if (args.length === 4 && typeof first === 'string' && typeof args[1] === 'number') return ['purge'];
  if (!Array.isArray(first) || first.some(({ entries }) => entries === undefined)) return [];
  const kinds = new Set(first.flatMap(({ entries }) => entries.map(({ event }) => event.kind)));
  const subjects = ['commit'];
  if (kinds.has('callSucceeded') || kinds.has('callFailed')) subjects.push('reply');
  if (kinds.has('timerFired')) subjects.push('timer');
  if (kinds.has('callInDoubt')) subjects.push('recovery');
  if (first.some(({ run, expected }) => expected === 0 && run.origin?.kind === 'fork')) subjects.push('fork');
  return subjects;
}

/** In the middle of a transaction: after its first relevant row, and before the rest. */
function dieAtRow(connection, subject) {
  connection.function('die_here', () => {
    die();
    return 0;
  });
  const change = subject === 'purge' ? 'DELETE' : 'INSERT';
  connection.exec(`CREATE TEMP TRIGGER dying AFTER ${change} ON main.journal BEGIN SELECT die_here(); END`);
}

/** `at`: the count of that subject in this process. `moment`: before, row, written or after. */
export function dieInTransaction({ subject, moment, at }) {
  const make = Database.prototype.transaction;
  let met = 0;
  Database.prototype.transaction = function (work) {
    let isIt = false;
    const made = make.call(this, (...args) => {
      if (isIt && moment === 'row') dieAtRow(this, subject);
      const result = work(...args);
      // Without a relevant row the transaction has no middle.
      if (isIt && (moment === 'written' || moment === 'row')) die();
      return result;
    });
    const around =
      (begin) =>
      (...args) => {
        if (subjectsOf(args).includes(subject)) met += 1;
        isIt = met === at && subjectsOf(args).includes(subject);
        if (isIt && moment === 'before') die();
        const result = begin(...args);
        if (isIt) die();
        return result;
      };
    return Object.assign(around(made), { immediate: around(made.immediate) });
  };
}

/**
 * `copying`: when this many bytes of the copy are written; `copied`, `named`: before and after it gets its name;
 * `step`, `half`, `written`: before, in the middle of and after the first step.
 */
export function dieInMigration(moment, bytes) {
  if (moment === 'copying') dieInCopy(bytes);
  const { renameSync } = fs;
  const { exec } = Database.prototype;
  fs.renameSync = (from, to) => {
    if (moment === 'copied') die();
    renameSync(from, to);
    if (moment === 'named') die();
  };
  syncBuiltinESMExports();
  Database.prototype.exec = function (sql) {
    if (moment === 'step') die();
    if (moment === 'half') {
      const statements = sql.split(';');
      exec.call(this, statements.slice(0, Math.floor(statements.length / 2)).join(';'));
      die();
    }
    const result = exec.call(this, sql);
    if (moment === 'written') die();
    return result;
  };
}

/** SQLite makes the copy in one call, so another thread has to watch it. */
function dieInCopy(bytes) {
  const { prepare } = Database.prototype;
  const shared = new Int32Array(new SharedArrayBuffer(4));
  Database.prototype.prepare = function (sql) {
    const statement = prepare.call(this, sql);
    if (!sql.startsWith('VACUUM INTO')) return statement;
    return {
      run(file) {
        const watcher = new Worker(new URL('./copy-watcher.fixture.mjs', import.meta.url), {
          workerData: { file, bytes, shared },
        });
        watcher.unref();
        Atomics.wait(shared, 0, 0);
        const result = statement.run(file);
        Atomics.store(shared, 0, 2);
        return result;
      },
    };
  };
}
