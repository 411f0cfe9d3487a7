/** Reads state and timeline, result, and drawing of a run. A run of another tenant does not exist. */
import type { ReadResourceResult } from '@modelcontextprotocol/server';
import type { Json } from '../../../kernel/index.ts';
import type { RunGraph, RunHistory, RunView } from '../../../operations/index.ts';
import { presentCase } from '../present/present-case.ts';
import { formatResourceUri, type ResourceAddress } from '../present/resource-uri.ts';
import { maxCharacters, pageMeta, type ResourceText, readPage } from '../present/text-page.ts';
import type { Asking } from './ask-as.ts';
import { stateOfRun } from './state-of-run.ts';

type RunAddress = Extract<ResourceAddress, { kind: 'run' }>;

export function readRun(
  ask: Asking,
  address: RunAddress,
  from: number,
): Promise<ReadResourceResult | undefined> {
  switch (address.part) {
    case 'whole':
      return readWhole(ask, address, from);
    case 'state':
      return readState(ask, address, from);
    case 'output':
      return readOutput(ask, address, from);
    case 'drawing.svg':
      return readDrawing(ask, address, from);
  }
}

/** Maximum events per page. */
const maxEvents = 200;

/** Pages of events: a run continues while it is read, and every page contains the current status. */
async function readWhole(
  ask: Asking,
  address: RunAddress,
  from: number,
): Promise<ReadResourceResult | undefined> {
  const { run } = address;
  const view = await ask.find<RunView>('runs.get', { run });
  if (view === undefined || (from > 0 && from >= view.seq)) return undefined;
  const history = await ask.get<RunHistory>('runs.history', { run, after: from, limit: maxEvents });
  const { value, shownEvents } = stateOfRun(view, history.entries, maxCharacters);
  return {
    contents: [
      {
        uri: formatResourceUri(address, from),
        mimeType: 'application/json',
        text: JSON.stringify(value),
      },
    ],
    _meta: pageMeta(
      view.seq,
      from + shownEvents < view.seq ? formatResourceUri(address, from + shownEvents) : null,
    ),
  };
}

async function readState(
  ask: Asking,
  address: RunAddress,
  from: number,
): Promise<ReadResourceResult | undefined> {
  const view = await ask.find<RunView>('runs.get', { run: address.run });
  return view && readPage({ address, from }, jsonOf(presentCase(view).value));
}

async function readOutput(
  ask: Asking,
  address: RunAddress,
  from: number,
): Promise<ReadResourceResult | undefined> {
  const view = await ask.find<RunView>('runs.get', { run: address.run });
  if (view === undefined) return undefined;
  const { status, output, partial, undone } = view;
  const page = readPage({ address, from }, jsonOf(status === 'completed' ? output : partial));
  const marks = {
    'io.signalbox/status': status,
    ...(undone.length === 0 ? {} : { 'io.signalbox/undone': undone }),
  };
  return page && { ...page, _meta: { ...page._meta, ...marks } };
}

async function readDrawing(
  ask: Asking,
  address: RunAddress,
  from: number,
): Promise<ReadResourceResult | undefined> {
  const graph = await ask.find<RunGraph>('runs.graph', { run: address.run, format: 'svg' });
  return graph && readPage({ address, from }, { mimeType: 'image/svg+xml', text: graph.drawing });
}

const jsonOf = (value: Json): ResourceText => ({ mimeType: 'application/json', text: JSON.stringify(value) });
