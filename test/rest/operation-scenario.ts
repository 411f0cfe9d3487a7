/** For one operation, a request that succeeds, and one that is refused. */
import type { Answer, RestFixture } from './rest-fixture.ts';

export interface OperationScenario {
  readonly status: number;
  done(fixture: RestFixture): Promise<Answer>;
  /** The error code. */
  readonly code: string;
  refused(fixture: RestFixture): Promise<Answer>;
}
