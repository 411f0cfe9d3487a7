/** All that every store promises, by the ids of SPEC.md. An adapter passes when no case throws. */
import { agendaCases } from './store-agenda.ts';
import type { StoreCase } from './store-case.ts';
import { appendCases, commitCases, receiptCases } from './store-commits.ts';
import { outboxCases } from './store-promises.ts';
import { readingCases } from './store-reading.ts';
import { retentionCases } from './store-retention.ts';
import { searchCases } from './store-searches.ts';
import { sessionNoteCases } from './store-session-notes.ts';

type Promised = `R1.${1 | 2 | 3 | 4 | 5 | 6 | 7 | 8}` | 'P1.3';

export const storeCases: Readonly<Record<Promised, readonly StoreCase[]>> = {
  'R1.1': commitCases,
  'R1.2': appendCases,
  'R1.3': receiptCases,
  'R1.4': readingCases,
  'R1.5': searchCases,
  'R1.6': agendaCases,
  'R1.7': retentionCases,
  'R1.8': outboxCases,
  'P1.3': sessionNoteCases,
};
