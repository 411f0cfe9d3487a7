/** The contract of every store, by the ids of SPEC.md. An adapter passes if no case throws. */
import { agendaCases } from './store-agenda.ts';
import { apiKeyCases } from './store-api-keys.ts';
import { auditCases } from './store-audit.ts';
import type { StoreCase } from './store-case.ts';
import { claimCases } from './store-claims.ts';
import { appendCases, commitCases, expiryCases, probeCases, receiptCases } from './store-commits.ts';
import { correlationCases, feedCases } from './store-feed.ts';
import { deadLetterCases, laneCases, outboxCases } from './store-outbox.ts';
import { readingCases } from './store-reading.ts';
import { retentionCases } from './store-retention.ts';
import { searchCases } from './store-searches.ts';
import { sessionNoteCases } from './store-session-notes.ts';
import { announcementCases, subscriptionCases } from './store-subscriptions.ts';
import { usageCases } from './store-usage.ts';

type Promised =
  | `R1.${1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 10}`
  | `F3.${1 | 3 | 4}`
  | 'F2.2'
  | 'P1.3'
  | 'W1.3'
  | 'W2.4'
  | 'W3.2'
  | 'W5.1'
  | 'W7.2';

export const storeCases: Readonly<Record<Promised, readonly StoreCase[]>> = {
  'R1.1': commitCases,
  'R1.2': appendCases,
  'R1.3': receiptCases,
  'R1.4': readingCases,
  'R1.5': searchCases,
  'R1.6': agendaCases,
  'R1.7': retentionCases,
  'R1.8': [...outboxCases, ...claimCases],
  'R1.10': probeCases,
  'P1.3': sessionNoteCases,
  'W1.3': apiKeyCases,
  'W2.4': auditCases,
  'W3.2': correlationCases,
  'W5.1': feedCases,
  'W7.2': usageCases,
  'F2.2': expiryCases,
  'F3.1': [...announcementCases, ...laneCases],
  'F3.3': deadLetterCases,
  'F3.4': subscriptionCases,
};
