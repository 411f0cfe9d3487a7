/** The contract of authentication. */

import type { Principal } from '../../operations/index.ts';
import type { Peer } from '../http/peer.ts';
import type { Refusal } from '../http/refusal.ts';
import type { HttpRequest } from '../message/http-request.ts';

/** Runs before the body is read. A refusal says in `headers` how to authenticate. */
export type Identify = (
  request: HttpRequest,
  peer: Peer,
) => Principal | Refusal | Promise<Principal | Refusal>;
