/** Source, schema and drawing of a workflow. */
import type { ReadResourceResult } from '@modelcontextprotocol/server';
import type { DefinitionDetails, DefinitionDrawing } from '../../../operations/index.ts';
import type { Asking } from './ask-as.ts';
import { findDefinition } from './find-definitions.ts';
import { mimeTypeOfSource } from './mime-type-of-source.ts';
import { formatResourceUri, type ResourceAddress, type WorkflowPart } from './resource-uri.ts';
import { mostCharacters, type ResourceText, readPage } from './text-page.ts';

type WorkflowAddress = Extract<ResourceAddress, { kind: 'workflow' }>;

export async function readWorkflow(
  ask: Asking,
  address: WorkflowAddress,
  from: number,
): Promise<ReadResourceResult | undefined> {
  const details = await findDefinition(ask, address.domain, address.name);
  if (details === undefined) return undefined;
  const { part } = address;
  if (part !== 'whole') return readPage({ address, from }, await partOf(ask, details, part));
  const source = readPage({ address, from }, await partOf(ask, details, 'source'));
  // Whoever reads on has had the rest.
  return source === undefined || from > 0 ? source : await withRest(ask, details, address, source);
}

async function partOf(
  ask: Asking,
  { id, source, path, inputSchema }: DefinitionDetails,
  part: Exclude<WorkflowPart, 'whole'>,
): Promise<ResourceText> {
  switch (part) {
    case 'source':
      return { mimeType: mimeTypeOfSource(path), text: source };
    case 'schema':
      return { mimeType: 'application/json', text: JSON.stringify(inputSchema, null, 2) };
    case 'drawing.svg': {
      const { drawing } = await ask.get<DefinitionDrawing>('definitions.draw', {
        workflow: id,
        format: 'svg',
      });
      return { mimeType: 'image/svg+xml', text: drawing };
    }
  }
}

/** What does not fit beside the source is left to be read by itself. */
async function withRest(
  ask: Asking,
  details: DefinitionDetails,
  address: WorkflowAddress,
  { contents, _meta }: ReadResourceResult,
): Promise<ReadResourceResult> {
  const shown = [...contents];
  const leftOut: string[] = [];
  let room = mostCharacters - shown.reduce((sum, each) => sum + ('text' in each ? each.text.length : 0), 0);
  for (const part of ['schema', 'drawing.svg'] as const) {
    const uri = formatResourceUri({ ...address, part });
    const { text, mimeType } = await partOf(ask, details, part);
    if (text.length > room) {
      leftOut.push(uri);
      continue;
    }
    room -= text.length;
    shown.push({ uri, mimeType, text });
  }
  return {
    contents: shown,
    _meta: { ..._meta, ...(leftOut.length === 0 ? {} : { 'io.signalbox/left-out': leftOut }) },
  };
}
