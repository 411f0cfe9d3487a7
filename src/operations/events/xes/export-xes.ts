/**
 * Exports the cases of a specification as an XES log (IEEE 1849-2016) in pieces. The concatenated pieces are one
 * document, and only one of them is in memory at a time [F5.2].
 */

import { setImmediate } from 'node:timers/promises';
import { z } from 'zod';
import { integer, nextCursorField, objectOf, text } from '../../../languages/output-fields.ts';
import { LruCache, type RunQuery, type RunRecord, type Store } from '../../../runtime/index.ts';
import { cursorField, timestampField, workflowField } from '../../contract/input-fields.ts';
import type { Operation } from '../../contract/operation.ts';
import { decodeCursor, encodeCursor } from '../../contract/page-cursor.ts';
import { presentFields } from '../../contract/present-fields.ts';
import type { Principal } from '../../contract/principal.ts';
import { byCursor } from '../../contract/rest-route.ts';
import type { Services } from '../../contract/services.ts';
import { checkWorkflow } from '../check-workflow.ts';
import { attributesOfTrace, eventsOfTrace } from './trace-of-case.ts';
import { closeLog, closeTrace, openLog, openTrace, textAttribute } from './xes-text.ts';

const filters = {
  workflow: workflowField,
  from: timestampField('Only cases that were started at this time or later.').optional(),
  before: timestampField('Only cases that were started before this time.').optional(),
};

const input = z.strictObject({ ...filters, cursor: cursorField });

const output = objectOf({
  text: text('A piece of the document. Concatenate all of them.'),
  cases: integer('Number of cases that begin in it.'),
  events: integer('Number of events in it.'),
  nextCursor: nextCursorField,
});

export type XesPiece = z.infer<typeof output>;

/** Size in characters at which a piece ends, after the current event. */
const maxPieceLength = 500_000;
/** Cases that are loaded at once. */
const batch = 25;

/** Where a piece ended. */
interface ExportPosition {
  /** Cases that were started after the first piece are not part of the log. */
  readonly until: number;
  readonly run: string;
  readonly createdAt: number;
  /** Number of written events of that case; null if it is complete. */
  readonly written: number | null;
}

export const exportXes: Operation<z.infer<typeof input>, XesPiece> = {
  name: 'events.xes',
  scope: 'workflows:query',
  writes: false,
  summary: 'Exports the cases of a workflow as an XES log, for process mining tools.',
  rest: {
    method: 'GET',
    path: '/v1/workflows/{workflow}/xes',
    tag: 'workflows',
    pages: { type: 'application/xml', textField: 'text', ...byCursor },
  },
  verb: { name: 'export' },
  input,
  output,
  async perform(principal, { cursor, ...narrowed }, services) {
    const asked = presentFields(narrowed);
    const end = decodeCursor(asked, cursor);
    const position = end === undefined ? undefined : readPosition(end.id, end.createdAt);
    const until = position?.until ?? services.clock.now() + 1;
    const writer = new PieceWriter(services, {
      tenant: principal.tenant,
      query: queryOf(narrowed, until),
      until,
    });
    if (position === undefined) {
      await writer.open(principal, narrowed.workflow);
    }
    const next = await writer.fill(position);
    return {
      ...writer.counted,
      nextCursor:
        next === null ? null : encodeCursor(asked, { id: writePosition(next), createdAt: next.createdAt }),
    };
  },
};

interface ExportQuery {
  readonly tenant: string;
  readonly query: RunQuery;
  readonly until: number;
}

class PieceWriter {
  readonly #services: Services;
  readonly #exportQuery: ExportQuery;
  #text = '';
  #cases = 0;
  #events = 0;

  constructor(services: Services, exportQuery: ExportQuery) {
    this.#services = services;
    this.#exportQuery = exportQuery;
  }

  get counted(): Omit<XesPiece, 'nextCursor'> {
    return { text: this.#text, cases: this.#cases, events: this.#events };
  }

  /** Throws OperationError if the workflow does not exist and has no cases from earlier. */
  async open(principal: Principal, workflow: string): Promise<void> {
    await checkWorkflow(this.#services, principal, workflow);
    this.#text = openLog([
      textAttribute('concept:name', workflow),
      textAttribute('lifecycle:model', 'standard'),
    ]);
  }

  /** @returns where the next piece begins; null if this was the last one */
  async fill(from: ExportPosition | undefined): Promise<ExportPosition | null> {
    const { store } = this.#services;
    const { tenant, query } = this.#exportQuery;
    let last = from;
    if (last !== undefined && last.written !== null) {
      const record = await store.runs.find(tenant, last.run);
      if (record === undefined) this.#text += closeTrace;
      else {
        const position = await this.#write(record, last.written);
        if (position.written !== null) return position;
      }
    }
    for (;;) {
      const beyond = last === undefined ? {} : { before: last.run, beforeCreatedAt: last.createdAt };
      const found = await store.runs.search(tenant, query, { limit: batch, oldestFirst: true, ...beyond });
      for (const record of found) {
        last = await this.#write(record, null);
        if (last.written !== null || this.#text.length >= maxPieceLength) return last;
        // A long log yields to other work.
        await setImmediate();
      }
      if (found.length < batch) {
        this.#text += closeLog;
        return null;
      }
    }
  }

  /** @param written number of its events in earlier pieces; null if it begins in this one */
  async #write(record: RunRecord, written: number | null): Promise<ExportPosition> {
    const { id: run, createdAt } = record;
    const { until } = this.#exportQuery;
    if (written === null) {
      this.#text += openTrace(attributesOfTrace(record));
      this.#cases += 1;
    }
    const unfinished = unfinishedIn(this.#services.store);
    const keyAt = (count: number): string => JSON.stringify([record.tenant, run, until, count]);
    const events =
      unfinished.get(keyAt(written ?? 0)) ?? (await eventsAfter(this.#services, record, written ?? 0));
    unfinished.delete(keyAt(written ?? 0));
    for (let count = written ?? 0; ; ) {
      const { done, value } = await events.next();
      if (done === true) break;
      count += 1;
      this.#text += value;
      this.#events += 1;
      if (this.#text.length < maxPieceLength) continue;
      unfinished.set(keyAt(count), events);
      return { until, run, createdAt, written: count };
    }
    this.#text += closeTrace;
    return { until, run, createdAt, written: null };
  }
}

type Events = ReturnType<typeof eventsOfTrace>;

/** Traces that the next piece continues, so that they are not read again from their beginning. */
const maxUnfinished = 16;
const unfinishedTraces = new WeakMap<Store, LruCache<Events>>();

function unfinishedIn(store: Store): LruCache<Events> {
  const known = unfinishedTraces.get(store) ?? new LruCache<Events>(maxUnfinished);
  unfinishedTraces.set(store, known);
  return known;
}

/** The events of a case after those that were written. */
async function eventsAfter(services: Services, record: RunRecord, written: number): Promise<Events> {
  const events = eventsOfTrace(services, record);
  for (let count = 0; count < written; count++) await events.next();
  return events;
}

function queryOf({ workflow, from, before }: z.infer<typeof input>, until: number): RunQuery {
  const end = before === undefined ? until : Math.min(Date.parse(before), until);
  return {
    workflow,
    createdBefore: end,
    ...(from === undefined ? {} : { createdFrom: Date.parse(from) }),
  };
}

const writePosition = ({ until, written, run }: ExportPosition): string => `${until}/${written ?? ''}/${run}`;

function readPosition(text: string, createdAt: number): ExportPosition {
  const [, until = '0', written = '', run = ''] = /^(\d+)\/(\d*)\/(.+)$/s.exec(text) ?? [];
  return { until: Number(until), written: written === '' ? null : Number(written), run, createdAt };
}
