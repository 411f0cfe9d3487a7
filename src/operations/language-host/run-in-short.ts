/** A run as operations of languages see it: its variables, and what was undone for it. */
import type { AdoptedRun } from '../../languages/index.ts';
import { cachedPayloads } from '../contract/payloads-of.ts';
import type { Principal } from '../contract/principal.ts';
import type { Services } from '../contract/services.ts';
import { readFacts } from '../runs/read-model/journal-facts.ts';
import { runStateOf } from '../runs/read-model/run-summary.ts';
import { variablesOfRun } from '../runs/read-model/variables-of-run.ts';
import { type RunWaitOptions, waitForRunUpdate } from '../runs/read-model/wait-for-run-update.ts';

export async function runInShort(
  services: Services,
  principal: Principal,
  run: string,
  wait: RunWaitOptions = {},
): Promise<AdoptedRun> {
  const { engine, store } = services;
  const { tenant } = principal;
  await waitForRunUpdate(services, principal, run, wait);
  const opened = await engine.open(tenant, run);
  if (opened === undefined) return { kind: 'unknown' };
  const { record, state, program } = opened;
  const { failed, undone } = await readFacts(store, record, program);
  const status = runStateOf(record);
  return {
    kind: 'run',
    id: run,
    status: status === 'created' || status === 'executing' ? 'running' : status,
    variables: await variablesOfRun(opened, cachedPayloads(store)),
    failure: state.failure,
    undone: undone.flatMap(({ task, failure }) => (failure === null ? [task] : [])),
    failedTask: state.failure === null ? '' : (failed?.task ?? ''),
  };
}
