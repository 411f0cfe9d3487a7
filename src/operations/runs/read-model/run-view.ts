/** Shows a run to callers: its status, its output, and what it waits for. */
import { z } from 'zod';
import type { Failure, Program } from '../../../kernel/index.ts';
import {
  byName,
  described,
  json,
  listOf,
  namedObject,
  orNull,
  text,
} from '../../../languages/output-fields.ts';
import type { OpenedRun, Payloads } from '../../../runtime/index.ts';
import { cachedPayloads } from '../../contract/payloads-of.ts';
import type { Principal } from '../../contract/principal.ts';
import type { Services } from '../../contract/services.ts';
import { createItemRights } from '../../items/read-model/item-rights.ts';
import { languageFields } from '../../language-lists/language-apis.ts';
import { isAuthored } from './is-authored.ts';
import { progressOf, readFacts } from './journal-facts.ts';
import { runSummaryFields, summaryOf } from './run-summary.ts';
import { undoneTasks } from './undone-work.ts';
import { rootVariables, shownVariables, variablesOfRun } from './variables-of-run.ts';
import { viewOfLanguage } from './view-of-language.ts';
import { approvalsOfRun, runWait, waitsOfRun } from './waits-of-run.ts';

export const runViewFields = {
  ...runSummaryFields,
  output: json('Its output; null before it has completed.'),
  failure: orNull(
    namedObject('RunFailure', 'Why a run failed, and where.', {
      code: text(),
      message: text(),
      task: text('Empty if the whole run failed and not one of its tasks.'),
      operation: text('What the task called; empty if it called nothing.'),
      data: json('Details of the failure.'),
    }),
    'Null if it has not failed.',
  ),
  partial: orNull(
    byName(json('A value.')),
    'Of a failed run: the outputs that it reached, by name. Otherwise null. “undone” lists work that no longer exists.',
  ),
  undone: listOf(
    text(),
    'Tasks whose work was undone, and not done again since; a task of a called workflow as “workflow/task”. Of a run with more than 20,000 events: empty before its end.',
  ),
  variables: z.exactOptional(
    byName(json('A value.'), 'Until it has ended: its inputs and the outputs that it reached, up to 64 KiB.'),
  ),
  variablesLeftOut: z.exactOptional(
    listOf(text(), 'Names of variables that do not fit: “runs.replay” shows them.'),
  ),
  waitingFor: listOf(runWait, 'What has to happen before it continues; of many, the first.'),
  progress: described(
    z.number().min(0).max(1),
    'From 0 to 1: completed work relative to the shortest remaining path.',
  ),
  ...languageFields(({ runs }) => runs?.fields),
};

export const runView = namedObject(
  'RunView',
  'A run: its status, its output, and what it waits for.',
  runViewFields,
);

export type RunView = z.infer<typeof runView>;

type FailureView = NonNullable<RunView['failure']>;

/** @param principal the caller: each wait tells whether the caller may answer it */
export async function viewRun(services: Services, principal: Principal, opened: OpenedRun): Promise<RunView> {
  const { store } = services;
  const { record, state, program } = opened;
  const { tenant } = record;
  const payloads = cachedPayloads(store);
  const facts = await readFacts(store, record, program);
  const rights = createItemRights(services, principal);
  const approvals = record.approvals > 0 ? await approvalsOfRun(services, record, payloads, rights) : [];
  // Nearly every answer holds one: spreading its parts would take as long as computing them.
  return Object.assign(
    summaryOf(record),
    {
      output: await payloads.resolvePayload(tenant, state.output),
      failure: state.failure === null ? null : viewFailure(state.failure, facts.failed?.task ?? '', program),
      partial: state.status === 'failed' ? await outputsSoFar(opened, payloads) : null,
      undone: await undoneTasks(services, opened, facts),
    },
    state.status === 'running' ? await shownVariables(opened, payloads) : null,
    {
      // A fork continues only after its approvals: its other waits come later.
      waitingFor: approvals.length > 0 ? approvals : await waitsOfRun(opened, payloads, rights),
      progress: progressOf(record, facts),
    },
    await viewOfLanguage(services, opened),
  );
}

function viewFailure({ code, message, data }: Failure, task: string, program: Program): FailureView {
  return { code, message, task, operation: operationOf(program, task), data: data ?? null };
}

function operationOf({ nets }: Program, name: string): string {
  const found = nets
    .flatMap(({ tasks }) => tasks)
    .find(({ id, work }) => id === name && work.kind === 'call');
  return found?.work.kind === 'call' ? found.work.operation : '';
}

async function outputsSoFar(opened: OpenedRun, payloads: Payloads): Promise<RunView['partial']> {
  const parameters = new Set(
    rootVariables(opened.program).flatMap(({ name, parameter }) => (parameter === undefined ? [] : [name])),
  );
  const variables = Object.entries(await variablesOfRun(opened, payloads));
  return Object.fromEntries(variables.filter(([name]) => !parameters.has(name) && isAuthored(name)));
}
