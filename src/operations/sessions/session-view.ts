/** What is remembered of a session of a client, as doors see it. */
import type { SessionNote } from '../../runtime/index.ts';
import { isoTime } from '../runs/run-summary.ts';

export interface SessionView {
  /** URIs of what it wants to be told about. */
  readonly watched: readonly string[];
  /** It is over, and must not be made anew. */
  readonly ended: boolean;
  readonly expiresAt: string;
}

export const viewSession = ({ watched, ended, expiresAt }: SessionNote): SessionView => ({
  watched,
  ended,
  expiresAt: isoTime(expiresAt),
});
