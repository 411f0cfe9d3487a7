/** Finds the workflows that a principal may read, by domain. */
import type { DefinitionList, DefinitionOutline, DefinitionSummary } from '../../../operations/index.ts';
import { domainOf, maxNameLength } from '../present/resource-uri.ts';
import type { Asking } from './ask-as.ts';

const pageSize = 500;

/** All of them, by domain, then by id. */
export async function allDefinitions(ask: Asking): Promise<readonly DefinitionSummary[]> {
  const all: DefinitionSummary[] = [];
  let more: { readonly cursor?: string } | null = {};
  while (more !== null) {
    const page: DefinitionList = await ask.get('definitions.list', { limit: pageSize, ...more });
    all.push(...page.definitions);
    more = page.nextCursor === null ? null : { cursor: page.nextCursor };
  }
  return all.sort((a, b) => compareTexts(domainOf(a), domainOf(b)) || compareTexts(a.id, b.id));
}

/**
 * Finds a workflow of a domain: by its id, or by its name if no other workflow has that as its id.
 * @param operation that returns one
 */
export async function findDefinition<Definition extends DefinitionOutline>(
  ask: Asking,
  operation: 'definitions.get' | 'definitions.outline',
  { domain, name }: { readonly domain: string; readonly name: string },
): Promise<Definition | undefined> {
  const ids = [name, `${domain}.${name}`].filter(({ length }) => length <= maxNameLength);
  for (const workflow of ids) {
    const found = await ask.find<Definition>(operation, { workflow });
    if (found !== undefined && domainOf(found) === domain) return found;
  }
  return undefined;
}

/** Independent of the machine's locale. */
export const compareTexts = (a: string, b: string): number => (a === b ? 0 : a < b ? -1 : 1);
