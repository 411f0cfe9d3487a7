/**
 * The books of the cases that were read last. Whoever reads the log reads case after case in pieces: a book that was read
 * up to an entry goes on from there, and another one is read in from not too far back.
 */
import { type JournalEntry, Recent, type RunRecord, type Store } from '../../runtime/index.ts';
import type { Services } from '../contract/services.ts';
import { CaseBook } from './case-book.ts';
import type { LoggedEvent } from './logged-event.ts';
import { guideOf } from './program-guide.ts';
import { type ReadEntry, readJournal, undoIn } from './read-journal.ts';

export interface ToldOfEntry {
  readonly told: readonly LoggedEvent[];
  /** What it took: entries that were read for it, and what they note. */
  readonly work: number;
}

interface OpenBook {
  readonly book: CaseBook;
  /** Whether anything that the case does can be undone. */
  readonly undoes: boolean;
  readonly undos: Map<number, number>;
  /** The entry that was read last, and up to which one undos were looked for. */
  seq: number;
  foreseen: number;
}

interface RememberedBook extends OpenBook {
  readonly told: readonly LoggedEvent[];
  /** As it was when it was put away. */
  readonly weight: number;
}

/** In works: thousands of cases that do little, and hundreds of those that do much. */
const mostRemembered = 300_000;
/** What a book weighs that holds nothing. */
const weightOfBook = 100;
/** What it takes to open one, in entries: its program may have to be read. */
const workOfOpening = 20;
/** Entries before the one that is asked for that are read in: what began earlier is told without its task. */
const mostReadIn = 2_000;
/** Entries behind it that are looked at for the end of an undo. */
const mostForeseen = 500;

const remembered = new WeakMap<Store, Recent<RememberedBook>>();

export async function eventsOfEntry(
  services: Services,
  record: RunRecord,
  read: ReadEntry,
): Promise<ToldOfEntry> {
  const { seq } = read.entry;
  const memory =
    remembered.get(services.store) ?? new Recent<RememberedBook>(mostRemembered, ({ weight }) => weight);
  remembered.set(services.store, memory);
  const key = JSON.stringify([record.tenant, record.id]);
  const known = memory.get(key);
  if (known?.seq === seq) return { told: known.told, work: 0 };
  // Whoever else reads the case meanwhile opens a book of their own: nothing is to be read into one twice.
  memory.delete(key);
  const first = Math.max(0, seq - 1 - mostReadIn);
  const isBehind = known !== undefined && known.seq >= first && known.seq < seq;
  const open: OpenBook = isBehind ? known : await openBook(services, record, first);
  let work = isBehind ? 0 : workOfOpening;
  if (open.undoes) work += await foresee(services.store, record, seq, open);
  work += await readIn(services.store, record, seq, open);
  const { book, undos } = open;
  const told = book.read(read, undos);
  work += workOf(read.entry);
  const weight = weightOfBook + book.size + undos.size + told.length;
  memory.set(key, { ...open, seq, told, weight });
  return { told, work };
}

async function openBook(services: Services, record: RunRecord, first: number): Promise<OpenBook> {
  const guide = await guideOf(services, record);
  const book = new CaseBook(guide);
  const undos = new Map<number, number>();
  // The first entry says what calls are bound to.
  if (first > 0) {
    for await (const each of readJournal(services.store, { ...record, seq: 1 })) book.read(each, undos);
  }
  return { book, undoes: guide.undoes, undos, seq: first, foreseen: first };
}

/** Up to the entry before. */
async function readIn(store: Store, record: RunRecord, seq: number, open: OpenBook): Promise<number> {
  let work = 0;
  if (open.seq === seq - 1) return work;
  for await (const each of readJournal(store, { ...record, seq: seq - 1 }, open.seq)) {
    open.book.read(each, open.undos);
    work += workOf(each.entry);
  }
  open.seq = seq - 1;
  return work;
}

/** Half of what is looked at is left before more is: so it is not read for every entry. */
async function foresee(store: Store, record: RunRecord, seq: number, open: OpenBook): Promise<number> {
  let work = 0;
  const until = Math.min(record.seq, seq + mostForeseen);
  if (open.foreseen >= until || open.foreseen >= seq + mostForeseen / 2) return work;
  for await (const { entry } of readJournal(store, { ...record, seq: until }, open.foreseen)) {
    const found = undoIn(entry);
    if (found !== undefined) open.undos.set(...found);
    work += workOf(entry);
  }
  open.foreseen = until;
  return work;
}

const workOf = ({ notes }: JournalEntry): number => 1 + notes.length;
