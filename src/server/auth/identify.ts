/** The contract of authentication. */

import type { Principal } from '../../operations/index.ts';
import type { HttpRequest } from '../message/http-request.ts';
import type { Peer } from '../message/peer.ts';
import type { Refusal } from '../message/refusal.ts';

/** Runs before the body is read. A refusal says in `headers` how to authenticate. */
export type Identify = (
  request: HttpRequest,
  peer: Peer,
) => Principal | Refusal | Promise<Principal | Refusal>;
