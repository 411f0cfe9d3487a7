/** Finds out who is asking. */
import type { Principal } from '../../operations/index.ts';
import type { Refusal } from '../http/refusal.ts';

/** Before anything of the body is read. */
export type Identify = (request: Request) => Principal | Refusal | Promise<Principal | Refusal>;
