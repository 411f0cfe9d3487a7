/**
 * The process that computes queries, one after the other: each is a line of standard input, answered by a line of
 * standard output. It blocks between them, which is faster than events. Started by `xquery-thread`; ends with it.
 */
import { readSync, writeSync } from 'node:fs';
import { endWithParent } from '../jobs/end-with-parent.ts';
import { answerRequest } from './answer-request.ts';
import { countCompiled } from './compile-query.ts';

endWithParent();
// The process that started this one decides when it ends.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined);

const room = Buffer.alloc(65_536);
const newline = 10;

const keptQueries = Number(process.argv[2]);

// The first query takes much longer than any other.
answerRequest({ kind: 'evaluate', query: '<a>{/a/b/text()}</a>', document: '<a><b/></a>', at: 0, most: 100 });
writeLine('ready');
for (let line = readLine(); line !== undefined; line = readLine()) {
  // Only `xquery-thread` writes to this pipe.
  writeLine(JSON.stringify(answerRequest(JSON.parse(line))));
  if (countCompiled() >= keptQueries) break;
}
// The watchdog would keep the process alive.
process.exit(0);

/** `undefined` at the end. The parent sends a line only after the last reply, so a chunk never has two. */
function readLine(): string | undefined {
  const pieces: Buffer[] = [];
  for (;;) {
    const size = readSync(0, room);
    if (size === 0) return undefined;
    const piece = room.subarray(0, size);
    if (piece.at(-1) === newline) {
      return pieces.length === 0
        ? piece.toString('utf8')
        : Buffer.concat([...pieces, piece]).toString('utf8');
    }
    pieces.push(Buffer.from(piece));
  }
}

/** Adds the CPU time so far, in milliseconds. */
function writeLine(line: string): void {
  const { user, system } = process.cpuUsage();
  const bytes = Buffer.from(`${line} ${(user + system) / 1000}\n`);
  for (let from = 0; from < bytes.length; ) from += writeSync(1, bytes, from);
}
