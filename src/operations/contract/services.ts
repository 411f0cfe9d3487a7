/** What operations work with: made once, by whoever opens the data folder. */
import type { Operations } from '../../languages/index.ts';
import type { Clock, Connectors, Engine, Library, Redact, Store } from '../../runtime/index.ts';
import type { Keepsakes } from '../house/keepsakes.ts';
import type { Offers } from '../house/offers.ts';

export interface Services {
  readonly engine: Engine;
  readonly store: Store;
  readonly library: Library;
  readonly connectors: Connectors;
  readonly clock: Clock;
  /** What workflows may call, as far as it is known; anything where absent. */
  readonly operations?: Operations;
  /** What connectors have said that they offer; nothing is known where absent. */
  readonly offers?: Offers;
  /** How long a work item is held where nobody says, in milliseconds; five minutes where absent. */
  readonly lease?: number;
  /** What was drawn before; nothing is remembered where absent. */
  readonly keepsakes?: Keepsakes;
  /** Hides secrets in what people look at. */
  readonly redact?: Redact;
}
