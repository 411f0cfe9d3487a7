/** Writes the cases of a workflow as an XES log, piece by piece, to the output or a new file. */
import { closeSync, openSync, rmSync, writeSync } from 'node:fs';
import { resolve } from 'node:path';
import { cleanText } from '../../drawing/index.ts';
import type { XesPiece } from '../../operations/index.ts';
import type { CommandArguments } from '../arguments/command.ts';
import { describeInvalidTimes, timeOption, timeRangeFields } from '../arguments/time-option.ts';
import type { Host } from '../host/host.ts';
import { reasonOf } from '../host/read-files.ts';
import { pluralize } from '../print/pluralize.ts';
import { type Session, withReadOnlySession } from './session.ts';

/** Milliseconds between progress messages. */
const progressInterval = 1_000;

/** @param out a file that does not exist yet; null is the output */
export async function writeXes(
  args: CommandArguments,
  host: Host,
  workflow: string,
  out: string | null,
): Promise<number> {
  const invalid = describeInvalidTimes(args, Object.keys(timeRangeFields));
  if (invalid.length > 0) {
    host.err(invalid.map((each) => `${each}\n`).join(''));
    return 2;
  }
  const range = Object.entries(timeRangeFields).flatMap(([option, field]) => {
    const time = timeOption(args, option) ?? null;
    return time === null ? [] : [[field, time] as const];
  });
  const filters = { workflow, ...Object.fromEntries(range) };
  return withReadOnlySession(args, host, async (session) => {
    if (out === null) {
      await writePieces(session, host, filters, async (text) => {
        host.out(text);
        await host.drained?.();
      });
      return 0;
    }
    const path = resolve(host.folder, out);
    let file: number;
    try {
      // Owner-only permissions, and existing files are never overwritten.
      file = openSync(path, 'wx', 0o600);
    } catch (error) {
      host.err(`${cleanText(out)} cannot be written: ${reasonOf(error)}.\n`);
      return 2;
    }
    return writeFile(session, host, filters, { file, path, name: cleanText(out) });
  });
}

interface OpenFile {
  readonly file: number;
  readonly path: string;
  readonly name: string;
}

async function writeFile(
  session: Session,
  host: Host,
  filters: Filters,
  { file, path, name }: OpenFile,
): Promise<number> {
  let isWhole = false;
  try {
    const written = await writePieces(session, host, filters, async (text) => writeAll(file, text));
    isWhole = true;
    host.err(`${name} holds ${countsText(written)}.\n`);
    return 0;
  } catch (error) {
    if (!isSystemError(error)) throw error;
    host.err(`${name} cannot be written: ${reasonOf(error)}.\n`);
    return 1;
  } finally {
    closeSync(file);
    // An incomplete file is removed.
    if (!isWhole) rmSync(path, { force: true });
  }
}

type Filters = Readonly<Record<string, string>>;

interface WrittenCounts {
  readonly cases: number;
  readonly events: number;
}

async function writePieces(
  session: Session,
  host: Host,
  filters: Filters,
  write: (text: string) => Promise<void>,
): Promise<WrittenCounts> {
  let written: WrittenCounts = { cases: 0, events: 0 };
  let reportedAt = host.clock();
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const piece: XesPiece = await session.call('events.xes', {
      ...filters,
      ...(cursor === undefined ? {} : { cursor }),
    });
    await write(piece.text);
    written = { cases: written.cases + piece.cases, events: written.events + piece.events };
    cursor = piece.nextCursor;
    if (cursor !== null && host.clock() - reportedAt >= progressInterval) {
      reportedAt = host.clock();
      host.err(`${countsText(written)} so far …\n`);
    }
  }
  return written;
}

const countsText = ({ cases, events }: WrittenCounts): string =>
  `${pluralize(cases, 'case')}, ${pluralize(events, 'event')}`;

/** A write may take only part of the data. */
function writeAll(file: number, text: string): void {
  const bytes = Buffer.from(text, 'utf8');
  for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at);
}

const isSystemError = (error: unknown): error is NodeJS.ErrnoException =>
  error instanceof Error && 'code' in error && 'syscall' in error;
