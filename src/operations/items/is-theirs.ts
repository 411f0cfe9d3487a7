import type { WorkItem } from '../../runtime/index.ts';
import type { Principal } from '../contract/principal.ts';

/** Whether somebody else holds it: then it is theirs to end or to hand on, unless whoever asks administers. */
export const isTheirs = (
  { state, holder }: Pick<WorkItem, 'state' | 'holder'>,
  { subject, scopes }: Principal,
): boolean => state === 'held' && holder !== subject && !scopes.has('admin');
