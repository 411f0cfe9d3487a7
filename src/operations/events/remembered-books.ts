/**
 * The books of the cases that were read last. Whoever reads the log reads case after case in pieces: a book that was read
 * up to an entry goes on with the next one, and another one is read in from not too far back.
 */
import { type JournalEntry, Recent, type RunRecord, type Store } from '../../runtime/index.ts';
import type { Services } from '../contract/services.ts';
import { CaseBook } from './case-book.ts';
import type { LoggedEvent } from './logged-event.ts';
import { guideOf } from './program-guide.ts';
import { type ReadEntry, readJournal } from './read-journal.ts';

interface OpenBook {
  readonly book: CaseBook;
  /** The entry that was read last, and what it told. */
  readonly seq: number;
  readonly told: readonly LoggedEvent[];
}

const mostRemembered = 300;
/** Entries before the one that is asked for that are read in: what began earlier is told without its task. */
const mostReadIn = 2_000;

const remembered = new WeakMap<Store, Recent<OpenBook>>();

export async function eventsOfEntry(
  services: Services,
  record: RunRecord,
  { entry, failsHere }: ReadEntry,
): Promise<readonly LoggedEvent[]> {
  const memory = remembered.get(services.store) ?? new Recent<OpenBook>(mostRemembered);
  remembered.set(services.store, memory);
  const key = JSON.stringify([record.tenant, record.id]);
  const before = memory.get(key);
  if (before?.seq === entry.seq) return before.told;
  const book = before?.seq === entry.seq - 1 ? before.book : await readIn(services, record, entry);
  const told = book.read(entry, failsHere);
  memory.set(key, { book, seq: entry.seq, told });
  return told;
}

async function readIn(services: Services, record: RunRecord, { seq }: JournalEntry): Promise<CaseBook> {
  const { store } = services;
  const book = new CaseBook(await guideOf(services, record));
  const upTo = { ...record, seq: seq - 1 };
  const from = Math.max(0, seq - 1 - mostReadIn);
  // The first entry says what calls are bound to.
  if (from > 0)
    for await (const first of readJournal(store, { ...record, seq: 1 })) book.read(first.entry, false);
  for await (const { entry, failsHere } of readJournal(store, upTo, from)) book.read(entry, failsHere);
  return book;
}
