/** Lists the languages, then the graphs of domains and their workflows, in one order, in pages. */
import type { Resource } from '@modelcontextprotocol/server';
import { type DefinitionSummary, type LanguageList, OperationError } from '../../../operations/index.ts';
import type { Page } from '../contract/contents.ts';
import { domainOf, formatResourceUri, uriOfGraph, uriOfWorkflow } from '../present/resource-uri.ts';
import type { Asking } from './ask-as.ts';
import { allDefinitions, compareTexts } from './find-definitions.ts';
import { mimeTypeOfSource } from './mime-type-of-source.ts';

const pageSize = 100;

/** The id of a graph is empty: it precedes the workflows of its domain. Languages have no domain. */
interface Listed {
  readonly domain: string;
  readonly id: string;
  readonly resource: () => Resource;
}

export async function listResources(ask: Asking, cursor: string | undefined): Promise<Page<Resource>> {
  const last = cursor === undefined ? undefined : decodeCursor(cursor);
  const languages = languageResources(await ask.get('languages.list', {}));
  const all = [...languages, ...listedOf(await allDefinitions(ask), ask)];
  // The last entry of the previous page may be deleted; its position is still known.
  const left = last === undefined ? all : all.filter((each) => comparePositions(each, last) > 0);
  const shown = left.slice(0, pageSize);
  const end = shown.at(-1);
  return {
    entries: shown.map(({ resource }) => resource()),
    ...(end !== undefined && left.length > pageSize ? { nextCursor: encodeCursor(end) } : {}),
  };
}

/** The id of a resource orders it: the list, then reference and schema of each language. */
function languageResources({ languages }: LanguageList): readonly Listed[] {
  const listed: readonly Resource[] = [
    {
      uri: formatResourceUri({ kind: 'languages' }),
      name: 'languages',
      title: 'Languages of workflow documents',
      description: 'What workflows can be written in, and where the syntax of each language is.',
      mimeType: 'text/markdown',
    },
    ...languages.flatMap(({ language, title, description, mediaType }) => [
      {
        uri: formatResourceUri({ kind: 'language', language }),
        name: `${language} reference`,
        title: `${title}: syntax and examples`,
        description: `${description} Read it before you write a document.`,
        mimeType: 'text/markdown',
      },
      {
        uri: formatResourceUri({ kind: 'schema', language }),
        name: `${language} schema`,
        title: `${title}: schema`,
        description: 'The schema of its documents, for editors and programs.',
        mimeType: mediaType,
      },
    ]),
  ];
  return listed.map((resource, at) => ({
    domain: '',
    id: String(at).padStart(4, '0'),
    resource: () => ({ ...resource, annotations: { audience: ['assistant'], priority: 0.8 } }),
  }));
}

function listedOf(definitions: readonly DefinitionSummary[], ask: Asking): readonly Listed[] {
  return definitions.flatMap((definition, at) => {
    const domain = domainOf(definition);
    const workflow = { domain, id: definition.id, resource: () => workflowResource(definition, ask) };
    const before = definitions[at - 1];
    const isFirst = before === undefined || domainOf(before) !== domain;
    return isFirst ? [{ domain, id: '', resource: () => graphResource(domain) }, workflow] : [workflow];
  });
}

function graphResource(domain: string): Resource {
  return {
    uri: uriOfGraph({ domain }),
    name: `${domain} graph`,
    title: `Workflows of ${domain}`,
    description: `What the workflows of “${domain}” do, which tool runs each, and what to call first.`,
    mimeType: 'text/markdown',
    annotations: { audience: ['assistant'], priority: 0.9 },
  };
}

function workflowResource(definition: DefinitionSummary, { maySeeSources }: Asking): Resource {
  const { id, name, domain, description, path, valid, changedAt } = definition;
  const said = description === '' ? `A workflow of “${domainOf({ domain })}”.` : description;
  return {
    uri: uriOfWorkflow(definition),
    name: id,
    title: name,
    description: valid ? said : `${said} (It has errors and cannot run.)`,
    mimeType: maySeeSources ? mimeTypeOfSource(path) : 'application/json',
    annotations: { audience: ['assistant', 'user'], priority: valid ? 0.6 : 0.3, lastModified: changedAt },
  };
}

type ResourcePosition = Pick<Listed, 'domain' | 'id'>;

const comparePositions = (a: ResourcePosition, b: ResourcePosition): number =>
  compareTexts(a.domain, b.domain) || compareTexts(a.id, b.id);

const cursorKind = 'resources';

const encodeCursor = ({ domain, id }: ResourcePosition): string =>
  Buffer.from(JSON.stringify([cursorKind, domain, id])).toString('base64url');

function decodeCursor(cursor: string): ResourcePosition {
  const [kind, domain, id] = partsOf(Buffer.from(cursor, 'base64url').toString());
  if (kind === cursorKind && typeof domain === 'string' && typeof id === 'string') return { domain, id };
  throw new OperationError({
    code: 'bad_cursor',
    message: 'The cursor does not belong to this list.',
    suggestedAction: 'Send the “nextCursor” of the previous page, or leave it out to start again.',
  });
}

function partsOf(text: string): readonly unknown[] {
  try {
    const parts: unknown = JSON.parse(text);
    return Array.isArray(parts) ? parts : [];
  } catch {
    return [];
  }
}
