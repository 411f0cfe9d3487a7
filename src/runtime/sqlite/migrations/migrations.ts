/** Every step from an empty file to the current schema. A released step never changes. */
import { tables } from './0001-tables.ts';
import { searchIndexes } from './0002-search-indexes.ts';
import { sessionNotes } from './0003-session-notes.ts';
import { keysAndAudit } from './0004-keys-and-audit.ts';
import { subscriptions } from './0005-subscriptions.ts';
import { instancesOfItems } from './0006-instances-of-items.ts';
import { formsOfClients } from './0007-forms-of-clients.ts';
import { checkoutTokens } from './0008-checkout-tokens.ts';

/** The number of a step is its position, from 1. */
export const migrations: readonly string[] = [
  tables,
  searchIndexes,
  sessionNotes,
  keysAndAudit,
  subscriptions,
  instancesOfItems,
  formsOfClients,
  checkoutTokens,
];
