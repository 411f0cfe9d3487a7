/** Lists workflows, valid or not, by id, a page at a time. */

import { z } from 'zod';
import { integer, listOf, nextCursorField, objectOf } from '../../languages/output-fields.ts';
import type { LibraryEntry } from '../../runtime/index.ts';
import { cursorField, limitField } from '../contract/input-fields.ts';
import type { Operation } from '../contract/operation.ts';
import { decodeCursor, encodeCursor } from '../contract/page-cursor.ts';
import { byCursor } from '../contract/rest-route.ts';
import { findLanguage } from '../language-lists/languages.ts';
import { definitionSummary, isValid, summaryOf } from './definition-summary.ts';

const input = z.strictObject({
  language: z.string().min(1).max(50).optional().describe('Only workflows of this language, by its id.'),
  text: z
    .string()
    .min(1)
    .max(200)
    .optional()
    .describe(
      'Only workflows with all of these words in their id, title, domain, tags, description or path.',
    ),
  domain: z.string().min(1).max(200).optional().describe('Only workflows of this domain, or category.'),
  tags: z
    .array(z.string().min(1).max(200))
    .max(20)
    .optional()
    .describe('Only workflows that have all of these tags.'),
  valid: z
    .boolean()
    .optional()
    .describe('Only workflows that can be run (true), or that have errors (false).'),
  limit: limitField(500, 100),
  cursor: cursorField,
});

type Input = z.infer<typeof input>;

const output = objectOf({
  definitions: listOf(definitionSummary),
  nextCursor: nextCursorField,
  total: integer('Number of matches on all pages.'),
});

export type DefinitionList = z.infer<typeof output>;

export const listDefinitions: Operation<Input, DefinitionList> = {
  name: 'definitions.list',
  scope: 'workflows:query',
  writes: false,
  summary: 'Lists workflows.',
  rest: { method: 'GET', path: '/v1/workflows', tag: 'workflows', pagination: byCursor },
  verb: { name: 'workflows' },
  input,
  output,
  async perform({ tenant }, { limit, cursor, ...filters }, services) {
    services.connectorListings?.refresh();
    const after = decodeCursor(filters, cursor);
    const fitting = (await services.library.list(tenant)).filter((entry) => fits(entry, filters));
    const left = after === undefined ? fitting : fitting.filter(({ id }) => id > after.id);
    const shown = left.slice(0, limit);
    const last = shown.at(-1);
    return {
      definitions: shown.map((entry) => summaryOf(services, tenant, entry)),
      nextCursor:
        left.length > limit && last !== undefined
          ? encodeCursor(filters, { id: last.id, createdAt: 0 })
          : null,
      total: fitting.length,
    };
  },
};

type Filters = Omit<Input, 'limit' | 'cursor'>;

function fits(entry: LibraryEntry, { language, text, domain, tags = [], valid }: Filters): boolean {
  const { id, document, workflow } = entry;
  if (language !== undefined && document.language !== language) return false;
  if (valid !== undefined && isValid(entry) !== valid) return false;
  if (domain !== undefined && !isAlike(categoryOf(entry), domain)) return false;
  const own = workflow?.tags ?? [];
  if (!tags.every((tag) => own.some((each) => isAlike(each, tag)))) return false;
  const { title, description, domain: about } = workflow ?? {};
  const searched = [id, title, about, ...own, description, document.path].join(' ').toLowerCase();
  return (text ?? '')
    .toLowerCase()
    .split(/\s+/)
    .every((word) => searched.includes(word));
}

/** A language may name the category of workflows that declare none. */
const categoryOf = ({ workflow, document }: LibraryEntry): string =>
  workflow?.domain || (findLanguage(document.language)?.workflows?.defaultDomain ?? '');

/** Case-insensitive, because people do not remember the spelling of a category. */
const isAlike = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();
