/** Stored state of a client session, as transports see it. */
import type { z } from 'zod';
import { flag, listOf, objectOf, text, timestamp } from '../../languages/output-fields.ts';
import type { SessionNote } from '../../runtime/index.ts';
import { isoTime } from '../contract/iso-time.ts';

export const sessionView = objectOf({
  watched: listOf(text(), 'URIs that it subscribes to.'),
  ended: flag('It has ended and must not be created again.'),
  expiresAt: timestamp(),
});

type SessionView = z.infer<typeof sessionView>;

export const viewSession = ({ watched, ended, expiresAt }: SessionNote): SessionView => ({
  watched,
  ended,
  expiresAt: isoTime(expiresAt),
});
