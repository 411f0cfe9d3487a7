/** The contract of every connector. An adapter passes if no case throws. */
import { argumentCases, callCases } from './connector-calls.ts';
import type { ConnectorCase } from './connector-case.ts';
import { endingCases } from './connector-endings.ts';
import { listingCases } from './connector-listings.ts';

export const connectorCases: Readonly<
  Record<'offers' | 'calls' | 'arguments' | 'endings', readonly ConnectorCase[]>
> = {
  offers: listingCases,
  calls: callCases,
  arguments: argumentCases,
  endings: endingCases,
};
