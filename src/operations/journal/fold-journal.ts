/**
 * Folds facts from journal entries that the state of the run no longer contains. A journal only grows, so each entry
 * is read once.
 */
import { setImmediate } from 'node:timers/promises';
import { type JournalEntry, LruCache, type RunRecord, type Store } from '../../runtime/index.ts';

interface FoldState {
  /** Number of events read. */
  readonly seq: number;
}

export interface JournalFold<Facts extends FoldState> {
  /** Before the first event. */
  readonly initial: Facts;
  readonly add: (facts: Facts, entry: JournalEntry) => Facts;
}

const pageSize = 1000;
const maxRemembered = 1000;

/** @param weightOf its size in memory, relative to that of most */
export function createJournalFold<Facts extends FoldState>(weightOf?: (facts: Facts) => number) {
  const remembered = new WeakMap<Store, LruCache<Facts>>();

  return async (
    store: Store,
    record: Pick<RunRecord, 'tenant' | 'id' | 'seq'>,
    { initial, add }: JournalFold<Facts>,
  ): Promise<Facts> => {
    const memory = remembered.get(store) ?? new LruCache<Facts>(maxRemembered, weightOf);
    remembered.set(store, memory);
    const key = `${record.tenant}/${record.id}`;
    const known = memory.get(key);
    if (known?.seq === record.seq) return known;
    // A request for an earlier state starts over.
    let facts = known !== undefined && known.seq <= record.seq ? known : initial;
    while (facts.seq < record.seq) {
      const limit = Math.min(pageSize, record.seq - facts.seq);
      const entries = await store.journals.read(record.tenant, record.id, facts.seq, limit);
      if (entries.length === 0) break;
      facts = entries.reduce(add, facts);
      // A long journal yields to other work.
      if (facts.seq < record.seq) await setImmediate();
    }
    if (known === undefined || known.seq < facts.seq) memory.set(key, facts);
    return facts;
  };
}
