/**
 * The books of the cases that were read last. Whoever reads the log reads case after case in pieces: a book that was read
 * up to an entry goes on with the next one, and another one is read in from not too far back.
 */
import { Recent, type RunRecord, type Store } from '../../runtime/index.ts';
import type { Services } from '../contract/services.ts';
import { CaseBook } from './case-book.ts';
import type { LoggedEvent } from './logged-event.ts';
import { guideOf, type ProgramGuide } from './program-guide.ts';
import { type ReadEntry, readJournal, undoIn } from './read-journal.ts';

interface OpenBook {
  readonly book: CaseBook;
  /** The entry that was read last, and what it told. */
  readonly seq: number;
  readonly told: readonly LoggedEvent[];
  readonly undos: Map<number, number>;
  /** Up to which entry undos were looked for. */
  readonly foreseen: number;
}

const mostRemembered = 300;
/** Entries before the one that is asked for that are read in: what began earlier is told without its task. */
const mostReadIn = 2_000;
/** Entries behind it that are looked at for the end of an undo. */
const mostForeseen = 500;

const remembered = new WeakMap<Store, Recent<OpenBook>>();

export async function eventsOfEntry(
  services: Services,
  record: RunRecord,
  read: ReadEntry,
): Promise<readonly LoggedEvent[]> {
  const { seq } = read.entry;
  const memory = remembered.get(services.store) ?? new Recent<OpenBook>(mostRemembered);
  remembered.set(services.store, memory);
  const key = JSON.stringify([record.tenant, record.id]);
  const known = memory.get(key);
  if (known?.seq === seq) return known.told;
  const guide = await guideOf(services, record);
  const before = known?.seq === seq - 1 ? known : await readIn(services, record, seq, guide);
  const { book, undos, foreseen } = guide.undoes ? await foresee(services, record, seq, before) : before;
  const told = book.read(read, undos);
  memory.set(key, { book, seq, told, undos, foreseen });
  return told;
}

async function readIn(
  services: Services,
  record: RunRecord,
  seq: number,
  guide: ProgramGuide,
): Promise<OpenBook> {
  const { store } = services;
  const from = Math.max(0, seq - 1 - mostReadIn);
  const fresh = { book: new CaseBook(guide), seq: from, told: [], undos: new Map(), foreseen: from };
  const opened = guide.undoes ? await foresee(services, record, seq, fresh) : fresh;
  const { book, undos } = opened;
  // The first entry says what calls are bound to.
  if (from > 0) for await (const first of readJournal(store, { ...record, seq: 1 })) book.read(first, undos);
  for await (const each of readJournal(store, { ...record, seq: seq - 1 }, from)) book.read(each, undos);
  return opened;
}

/** Half of what is looked at is left before more is: so it is not read for every entry. */
async function foresee(
  { store }: Services,
  record: RunRecord,
  seq: number,
  open: OpenBook,
): Promise<OpenBook> {
  const { undos, foreseen } = open;
  const until = Math.min(record.seq, seq + mostForeseen);
  if (foreseen >= until || foreseen >= seq + mostForeseen / 2) return open;
  for await (const { entry } of readJournal(store, { ...record, seq: until }, foreseen)) {
    const found = undoIn(entry);
    if (found !== undefined) undos.set(...found);
  }
  return { ...open, foreseen: until };
}
