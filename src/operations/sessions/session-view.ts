/** What is remembered of a session of a client, as doors see it. */
import type { z } from 'zod';
import type { SessionNote } from '../../runtime/index.ts';
import { flag, listOf, objectOf, text, timestamp } from '../contract/output-fields.ts';
import { isoTime } from '../runs/run-summary.ts';

export const sessionView = objectOf({
  watched: listOf(text(), 'URIs of what it wants to be told about.'),
  ended: flag('It is over, and must not be made anew.'),
  expiresAt: timestamp(),
});

type SessionView = z.infer<typeof sessionView>;

export const viewSession = ({ watched, ended, expiresAt }: SessionNote): SessionView => ({
  watched,
  ended,
  expiresAt: isoTime(expiresAt),
});
