/** For one operation a request that is answered, and one that is refused. */
import type { Answer, RestFixture } from './rest-fixture.ts';

export interface OperationScenario {
  readonly status: number;
  done(fixture: RestFixture): Promise<Answer>;
  /** With which code. */
  readonly code: string;
  refused(fixture: RestFixture): Promise<Answer>;
}
