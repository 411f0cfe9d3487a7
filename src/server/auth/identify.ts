/** Finds out who is asking. */
import type { Principal } from '../../operations/index.ts';
import type { Peer } from '../http/peer.ts';
import type { Refusal } from '../http/refusal.ts';

/** Before anything of the body is read. Whoever refuses says in `headers` how to do better. */
export type Identify = (request: Request, peer: Peer) => Principal | Refusal | Promise<Principal | Refusal>;
