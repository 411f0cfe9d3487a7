/** What an operation of a language works with. */
import { type FoundWorkflow, type OperationHost, Refusal } from '../../languages/index.ts';
import type { LibraryEntry } from '../../runtime/index.ts';
import { unbound } from '../contract/engine-errors.ts';
import type { Principal } from '../contract/principal.ts';
import type { Services } from '../contract/services.ts';
import { getWorkflow } from '../definitions/find-workflow.ts';
import { runJob } from '../jobs/run-job.ts';
import { adoptHeld, isAdopted } from './adopt-held.ts';
import { createSeals } from './create-seals.ts';
import { runInShort } from './run-in-short.ts';

/** The operation that it is for. */
export interface HostedOperation {
  readonly name: string;
  readonly acts?: 'calls' | 'starts';
}

export function hostFor(
  operation: HostedOperation,
  principal: Principal,
  services: Services,
  signal: AbortSignal | undefined,
): OperationHost {
  const { keys, clock, library, connectors, engine } = services;
  const { tenant, subject } = principal;
  const now = (): number => clock.now();
  const requireDeclared = (...declared: readonly HostedOperation['acts'][]): void => {
    if (!declared.includes(operation.acts))
      throw new Error(`“${operation.name}” does not declare what it does.`);
  };
  return {
    now,
    caller: { tenant, subject },
    refuse(report) {
      throw new Refusal(report);
    },
    workflow: async (id) => found(await getWorkflow(services, principal, id)),
    workflows: async (language) => workflowsOf(await library.list(tenant), language),
    seals: keys === undefined ? null : createSeals(keys, tenant, now),
    async bind(program) {
      const bound = await connectors.bind(tenant, program);
      if (bound.kind === 'unbound') throw unbound(bound.problems);
      return bound.bindings;
    },
    compute: (name, input) => runJob(services, principal, 'compute', { operation: name, input }, { signal }),
    async call(call) {
      requireDeclared('calls', 'starts');
      return engine.call({ ...call, tenant });
    },
    async adopt(held) {
      requireDeclared('starts');
      return adoptHeld(services, principal, operation.name, held);
    },
    isAdopted: (held) => isAdopted(services, principal, held),
    awaitRun: (run, milliseconds) => runInShort(services, principal, run, { waitMs: milliseconds, signal }),
  };
}

const listed = new WeakMap<readonly LibraryEntry[], Map<string, readonly FoundWorkflow[]>>();

/** The same list as long as the library is the same. */
function workflowsOf(entries: readonly LibraryEntry[], language: string): readonly FoundWorkflow[] {
  const known = listed.get(entries)?.get(language);
  if (known !== undefined) return known;
  const workflows = entries.filter(({ document }) => document.language === language).map(found);
  listed.set(entries, (listed.get(entries) ?? new Map()).set(language, workflows));
  return workflows;
}

function found({ id, workflow, document }: LibraryEntry): FoundWorkflow {
  const { language, path, source: text, revision, violations } = document;
  return { id, workflow, language, path, text, revision, violations };
}
