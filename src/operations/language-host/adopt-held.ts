/** Makes a run of events that the client of a language held. The same identity under the same id is the same run. */
import type { AdoptedRun, HeldRun } from '../../languages/index.ts';
import type { AdoptRequest } from '../../runtime/index.ts';
import { canonicalJson, sha256 } from '../contract/canonical-json.ts';
import { requireDone } from '../contract/engine-errors.ts';
import type { Principal } from '../contract/principal.ts';
import { requestHead } from '../contract/request-head.ts';
import type { Services } from '../contract/services.ts';
import { withinQuota } from '../quotas/within-quota.ts';
import { runInShort } from './run-in-short.ts';

/** In receipts. */
const noted = 'held.adopt';
const hashOf = (identity: HeldRun['identity']): string => sha256(canonicalJson(identity));

/** By its receipt, because known secrets in a run are redacted. */
export async function isAdopted(
  { store, clock }: Services,
  { tenant, subject }: Principal,
  { id: key, identity }: Pick<HeldRun, 'id' | 'identity'>,
): Promise<boolean> {
  const receipt = await store.receipts.find({ tenant, subject, operation: noted, key }, clock.now());
  return receipt?.input === hashOf(identity);
}

export async function adoptHeld(
  services: Services,
  principal: Principal,
  operation: string,
  { id, workflow: { text: source, ...workflow }, events, identity, takenUntil }: HeldRun,
): Promise<AdoptedRun> {
  const { engine, store } = services;
  const request: AdoptRequest = {
    ...requestHead(principal, operation, {}),
    repeatable: { operation: noted, key: id, input: hashOf(identity), expiresAt: takenUntil },
    id,
    workflow: { ...workflow, source, revision: sha256(source) },
    origin: null,
    // The engine plays them, and notes what they do.
    entries: events.map((event, index) => ({ seq: index + 1, event, notes: [] })),
    contents: [],
    approvals: [],
    suspended: false,
  };
  const isKnown = (await store.runs.find(principal.tenant, id)) !== undefined;
  const adopt = () => engine.adopt(request);
  // What exists already is within the quota.
  const answer = isKnown
    ? await adopt()
    : await withinQuota(services, principal, { run: 'new', values: [source] }, adopt);
  if (answer.kind === 'id-taken' || answer.kind === 'key-conflict') return { kind: 'taken' };
  if (answer.kind === 'not-found') return { kind: 'unknown' };
  if (answer.kind === 'rejected') {
    throw new Error(`The events of “${id}” cannot be played: ${answer.rejection.message}`);
  }
  return runInShort(services, principal, requireDone(answer).run.id);
}
