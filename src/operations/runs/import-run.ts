/**
 * Creates a run from an exported document [R7.2]. Everything in it is validated before anything is stored. Calls that
 * were in progress elsewhere may have been answered there. So unless the run has ended, it stays suspended until a
 * person admits it and approves the answers that people gave in it.
 */
import { z } from 'zod';
import { defaultLimits, type Json, type RunState } from '../../kernel/index.ts';
import type { AdoptRequest, Content, JournalEntry } from '../../runtime/index.ts';
import { canonicalJson } from '../contract/canonical-json.ts';
import { keyField } from '../contract/input-fields.ts';
import type { Operation } from '../contract/operation.ts';
import type { OperationViolation } from '../contract/operation-error.ts';
import type { Principal } from '../contract/principal.ts';
import { findRepeatedRun } from '../contract/repeatable.ts';
import { requestHead } from '../contract/request-head.ts';
import type { Services } from '../contract/services.ts';
import { readSubmitted } from '../definitions/read-submitted.ts';
import { findLanguage } from '../language-lists/languages.ts';
import { type QuotaRequest, withinQuota } from '../quotas/within-quota.ts';
import { type MovedRun, movedRun, movedRunView, runOf } from './moved-run.ts';
import { playDocument } from './play-document.ts';
import { readDocument } from './read-document.ts';
import { refuseDocument, replayRejected } from './refuse-document.ts';
import { maxDocumentLength, type RunDocument } from './run-document.ts';

const input = z.strictObject({
  document: z
    .union([z.string().min(2).max(maxDocumentLength), z.looseObject({})])
    .describe('The result of “runs.export”, as an object or as JSON text.'),
  idempotencyKey: keyField,
});

const name = 'runs.import';

export const importRun: Operation<z.infer<typeof input>, MovedRun> = {
  name,
  scope: 'workflows:author',
  writes: true,
  summary: 'Creates a run from an exported document.',
  rest: { method: 'POST', path: '/v1/imports', tag: 'runs', status: 201, location: '/v1/runs/{run}' },
  verb: { name: 'import' },
  deadline: 'long',
  input,
  output: movedRunView,
  async perform(principal, given, services, signal) {
    const before = await findRepeatedRun(services, principal, name, given);
    if (before !== undefined) return movedRun(services, principal, { run: before.id, repeated: true });
    const document = readDocument(given.document);
    refuseDocument(checkVisits(document));
    const { entries, state, approvals } = await playDocument(
      document,
      { tenant: principal.tenant, startedBy: principal.subject },
      services.playing,
      signal,
    );
    refuseDocument([...checkConnectors(services, principal.tenant, state), ...checkTimes(services, entries)]);
    const request: AdoptRequest = {
      ...requestHead(principal, name, given),
      workflow: { ...document.workflow, program: document.program },
      origin: { kind: 'import', run: document.run.id, at: entries.length },
      entries,
      contents: contentsOf(document),
      approvals: [await admission(services, principal, document), ...approvals],
      suspended: state.status === 'running',
    };
    const quotaRequest: QuotaRequest = {
      run: state.status === 'running' ? 'new' : 'over',
      values: [document.workflow.source, ...Object.values(document.payloads)],
    };
    const answer = await withinQuota(services, principal, quotaRequest, () => services.engine.adopt(request));
    return movedRun(services, principal, runOf(answer));
  },
};

/** The document is not trusted: a person admits the run, whatever the document claims. */
async function admission(
  services: Services,
  principal: Principal,
  document: RunDocument,
): Promise<AdoptRequest['approvals'][number]> {
  const { program, run } = document;
  const doubt = (await isWritten(services, principal, document))
    ? ''
    : ' Its program differs from what its source compiles to here: it was made by another version, or changed.';
  const message = `The run was imported from another installation, where it was “${run.id}”. May it continue here?${doubt}`;
  return {
    instance: 0,
    net: program.root,
    task: '',
    item: { kind: 'admission' },
    input: { value: { message } },
    whom: { value: null },
    index: -1,
  };
}

/** Whether the program is what the source of the workflow compiles to. */
async function isWritten(services: Services, principal: Principal, document: RunDocument): Promise<boolean> {
  const { program, workflow } = document;
  const { name, source } = workflow;
  const { readResult } = await readSubmitted(services, principal, { path: name, text: source }, null);
  const found = readResult.workflows.find((each) => name === each.name || name.endsWith(`.${each.name}`));
  const own = found?.program ?? null;
  // They are plain JSON, whose keys may be in any order.
  return own !== null && canonicalJson(own as unknown as Json) === canonicalJson(program as unknown as Json);
}

/** Clocks differ, but not by days. A run from the future could not continue before its time. */
function checkTimes({ clock }: Services, entries: readonly JournalEntry[]): readonly OperationViolation[] {
  const last = entries.at(-1);
  if (last === undefined || last.event.at <= clock.now() + 86_400_000) return [];
  const path = `document.events.${entries.length - 1}.at`;
  return [replayRejected(path, 'future', 'The journal contains events that are in the future.')];
}

/** Only tasks that wait for an answer are repeated more often than a loop may. */
function checkVisits({ program, workflow }: RunDocument): readonly OperationViolation[] {
  const max = findLanguage(workflow.language)?.runs?.maxVisits ?? defaultLimits.visits;
  return program.nets.flatMap(({ id, tasks }) =>
    tasks
      .filter(({ visits = 1 }) => visits > max)
      .map(({ id: task, visits }) => ({
        path: `document.program.${id}.${task}.visits`,
        rule: 'limit',
        message: `The task “${task}” may run ${visits} times in a loop, but the limit is ${max}.`,
        expected: `at most ${max}`,
        actual: String(visits),
      })),
  );
}

/** A run that continues needs the connectors that performed its calls. */
function checkConnectors(
  { connectors }: Services,
  tenant: string,
  { status, bindings }: RunState,
): readonly OperationViolation[] {
  if (status !== 'running') return [];
  return Object.entries(bindings)
    .filter(([, connector]) => connectors.find(tenant, connector) === undefined)
    .map(([operation, connector]) => ({
      path: `document.events.0.bindings.${operation}`,
      rule: 'unknown-connector',
      message: `“${operation}” was performed by the connector “${connector}”, which does not exist here.`,
      expected: connector,
      actual: 'nothing',
    }));
}

function contentsOf({ payloads }: RunDocument): readonly Content[] {
  return Object.entries(payloads).map(([hash, text]) => ({ kind: 'payload', hash, text }));
}
