/** What an operation of a language works with. */
import { type FoundWorkflow, type OperationHost, Refusal } from '../../languages/index.ts';
import type { LibraryEntry } from '../../runtime/index.ts';
import type { Principal } from '../contract/principal.ts';
import type { Services } from '../contract/services.ts';
import { getWorkflow } from '../definitions/find-workflow.ts';
import { createSeals } from './create-seals.ts';

export function hostFor(principal: Principal, services: Services): OperationHost {
  const { keys, clock, library } = services;
  const { tenant, subject } = principal;
  const now = (): number => clock.now();
  return {
    now,
    caller: { tenant, subject },
    refuse(report) {
      throw new Refusal(report);
    },
    workflow: async (id) => found(await getWorkflow(services, principal, id)),
    async workflows(language) {
      const entries = await library.list(tenant);
      return entries.filter(({ document }) => document.language === language).map(found);
    },
    seals: keys === undefined ? null : createSeals(keys, tenant, now),
    bind: notYet,
    call: notYet,
    adopt: notYet,
    awaitRun: notYet,
  };
}

function found({ id, workflow, document }: LibraryEntry): FoundWorkflow {
  const { language, path, source: text, revision, violations } = document;
  return { id, workflow, language, path, text, revision, violations };
}

async function notYet(): Promise<never> {
  throw new Error('Operations of languages cannot start runs yet.');
}
