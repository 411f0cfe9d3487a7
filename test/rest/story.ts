/** For one operation a request that is answered, and one that is refused. */
import type { Answer, RestLab } from './rest-lab.ts';

export interface Story {
  readonly status: number;
  done(lab: RestLab): Promise<Answer>;
  /** With which code. */
  readonly code: string;
  refused(lab: RestLab): Promise<Answer>;
}
