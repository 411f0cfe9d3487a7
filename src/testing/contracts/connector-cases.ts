/** The contract of every connector. A connector passes if no case throws. */
import { argumentCases, callCases } from './connector-calls.ts';
import type { ConnectorCase } from './connector-case.ts';
import { endingCases } from './connector-endings.ts';
import { listingCases } from './connector-listings.ts';

export const connectorCases: Readonly<
  Record<'listings' | 'calls' | 'arguments' | 'endings', readonly ConnectorCase[]>
> = {
  listings: listingCases,
  calls: callCases,
  arguments: argumentCases,
  endings: endingCases,
};
