/** Exports a run as one document that can be stored, sent and imported elsewhere [R7.2]. */
import { z } from 'zod';
import type { RunEvent } from '../../kernel/index.ts';
import { runField } from '../contract/input-fields.ts';
import { isoTime } from '../contract/iso-time.ts';
import type { Operation } from '../contract/operation.ts';
import { OperationError } from '../contract/operation-error.ts';
import { pinnedOf } from './fork-run.ts';
import { contentsOfEvents } from './payloads-of-event.ts';
import { getOpened } from './read-model/find-run.ts';
import {
  digestOf,
  documentFormat,
  maxDocumentEvents,
  maxDocumentLength,
  type RunDocument,
  runDocumentSchema,
} from './run-document.ts';

const input = z.strictObject({ run: runField });

const pageSize = 1000;

export const exportRun: Operation<z.infer<typeof input>, RunDocument> = {
  name: 'runs.export',
  scope: 'workflows:query',
  // It contains the text of the workflow.
  additionalScopes: [{ scope: 'specs:read' }],
  writes: false,
  summary: 'Exports a run as one document that can be stored, sent and imported elsewhere.',
  rest: { method: 'GET', path: '/v1/runs/{run}/export', tag: 'runs' },
  verb: { name: 'export' },
  deadline: 'long',
  input,
  output: runDocumentSchema,
  async perform(principal, { run }, services) {
    const { store } = services;
    const { tenant } = principal;
    const opened = await getOpened(services, principal, run);
    const { record, program } = opened;
    if (record.seq > maxDocumentEvents) throw tooLarge(run);
    const events: RunEvent[] = [];
    const correlations: Record<string, string> = {};
    while (events.length < record.seq) {
      const limit = Math.min(pageSize, record.seq - events.length);
      const entries = await store.journals.read(tenant, run, events.length, limit);
      if (entries.length === 0) break;
      for (const { seq, event, correlationId } of entries) {
        events.push(event);
        if (correlationId !== undefined) correlations[seq] = correlationId;
      }
    }
    const { program: _, ...workflow } = await pinnedOf(services, opened);
    const contents = await contentsOfEvents(store.contents, tenant, events);
    const { id, status, startedBy } = record;
    const unsigned = {
      signalbox: documentFormat,
      run: { id, status, createdAt: isoTime(record.createdAt), startedBy },
      workflow,
      program,
      events,
      ...(Object.keys(correlations).length === 0 ? {} : { correlations }),
      payloads: Object.fromEntries(contents.map(({ hash, text }) => [hash, text])),
    } as const;
    const document = { ...unsigned, digest: digestOf(unsigned) };
    if (JSON.stringify(document).length > maxDocumentLength) throw tooLarge(run);
    return document;
  },
};

function tooLarge(run: string): OperationError {
  return new OperationError({
    code: 'journal_too_large',
    message: `The journal of the run “${run}” is too large for one document.`,
    suggestedAction: 'Stop all processes that use the data folder, then copy the folder instead.',
    context: { run },
  });
}
