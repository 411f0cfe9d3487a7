/**
 * What a journal tells and the state has forgotten, folded from its entries. A journal only grows, so what was read is
 * not read again.
 */
import { setImmediate } from 'node:timers/promises';
import { type JournalEntry, LruCache, type RunRecord, type Store } from '../../runtime/index.ts';

interface FoldState {
  /** Events that were read. */
  readonly seq: number;
}

export interface JournalFold<Facts extends FoldState> {
  /** Before the first event. */
  readonly initial: Facts;
  readonly add: (facts: Facts, entry: JournalEntry) => Facts;
}

const pageSize = 1000;
const maxRemembered = 1000;

export function createJournalFold<Facts extends FoldState>() {
  const remembered = new WeakMap<Store, LruCache<Facts>>();

  return async (
    store: Store,
    record: Pick<RunRecord, 'tenant' | 'id' | 'seq'>,
    { initial, add }: JournalFold<Facts>,
  ): Promise<Facts> => {
    const memory = remembered.get(store) ?? new LruCache<Facts>(maxRemembered);
    remembered.set(store, memory);
    const key = `${record.tenant}/${record.id}`;
    const known = memory.get(key);
    if (known?.seq === record.seq) return known;
    // Whoever asks for an earlier state of the run begins anew.
    let facts = known !== undefined && known.seq <= record.seq ? known : initial;
    while (facts.seq < record.seq) {
      const limit = Math.min(pageSize, record.seq - facts.seq);
      const entries = await store.journals.read(record.tenant, record.id, facts.seq, limit);
      if (entries.length === 0) break;
      facts = entries.reduce(add, facts);
      // A long journal leaves the others their turn.
      if (facts.seq < record.seq) await setImmediate();
    }
    if (known === undefined || known.seq < facts.seq) memory.set(key, facts);
    return facts;
  };
}
