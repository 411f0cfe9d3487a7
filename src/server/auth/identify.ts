/** The contract of authentication. */
import type { Principal } from '../../operations/index.ts';
import type { Peer } from '../http/peer.ts';
import type { Refusal } from '../http/refusal.ts';

/** Runs before the body is read. A refusal says in `headers` how to authenticate. */
export type Identify = (request: Request, peer: Peer) => Principal | Refusal | Promise<Principal | Refusal>;
