/** Reads source, schema and drawing of a workflow. */
import type { ReadResourceResult } from '@modelcontextprotocol/server';
import type { DefinitionDetails, DefinitionDrawing, DefinitionOutline } from '../../../operations/index.ts';
import { formatResourceUri, type ResourceAddress, type WorkflowPart } from '../present/resource-uri.ts';
import { maxCharacters, type ResourceText, readPage } from '../present/text-page.ts';
import type { Asking } from './ask-as.ts';
import { findDefinition } from './find-definitions.ts';
import { mimeTypeOfSource } from './mime-type-of-source.ts';

type WorkflowAddress = Extract<ResourceAddress, { kind: 'workflow' }>;

/** For a principal that may not see sources, the whole is the rest. */
export async function readWorkflow(
  ask: Asking,
  address: WorkflowAddress,
  from: number,
): Promise<ReadResourceResult | undefined> {
  const { part } = address;
  if (part === 'source' || (part === 'whole' && ask.maySeeSources)) {
    const details = await findDefinition<DefinitionDetails>(ask, 'definitions.get', address);
    if (details === undefined) return undefined;
    const source = readPage({ address, from }, sourceOf(details));
    // Later pages leave out the rest: the first page had it.
    if (source === undefined || part === 'source' || from > 0) return source;
    return withRest(ask, details, address, source);
  }
  const outline = await findDefinition(ask, 'definitions.outline', address);
  if (outline === undefined) return undefined;
  if (part !== 'whole') return readPage({ address, from }, await partOf(ask, outline, part));
  return from > 0 ? undefined : withRest(ask, outline, address, { contents: [] });
}

const sourceOf = ({ path, source }: DefinitionDetails): ResourceText => ({
  mimeType: mimeTypeOfSource(path),
  text: source,
});

async function partOf(
  ask: Asking,
  { id, inputSchema }: DefinitionOutline,
  part: Exclude<WorkflowPart, 'whole' | 'source'>,
): Promise<ResourceText> {
  switch (part) {
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

/** What does not fit next to the source is read separately. */
async function withRest(
  ask: Asking,
  outline: DefinitionOutline,
  address: WorkflowAddress,
  { contents, _meta }: ReadResourceResult,
): Promise<ReadResourceResult> {
  const shown = [...contents];
  const leftOut: string[] = [];
  let room = maxCharacters - shown.reduce((sum, each) => sum + ('text' in each ? each.text.length : 0), 0);
  for (const part of ['schema', 'drawing.svg'] as const) {
    const uri = formatResourceUri({ ...address, part });
    const { text, mimeType } = await partOf(ask, outline, part);
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
