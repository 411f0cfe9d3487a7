/** Input fields that name the document of an API. */
import { z } from 'zod';
import type { OperationViolation } from '../contract/operation-error.ts';

const maxContent = 8_388_608;
const maxSource = 4_000;

export const sourceFields = {
  source: z
    .string()
    .min(1)
    .max(maxSource)
    .optional()
    .describe('Path or address of the OpenAPI document or GraphQL schema.'),
  sourceType: z
    .enum(['path', 'url', 'graphql'])
    .optional()
    .describe('“graphql”: asks the GraphQL API at this address for its schema.'),
  headers: z
    .record(z.string().max(200), z.string().max(4_000))
    .optional()
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the notation of references
    .describe('To fetch it. Secrets are references: ${env:NAME}.'),
  content: z.string().min(1).max(maxContent).optional().describe('Instead of “source”: the document.'),
};

export interface SourceInput {
  readonly source?: string | undefined;
  readonly sourceType?: 'path' | 'url' | 'graphql' | undefined;
  readonly headers?: { readonly [name: string]: string } | undefined;
  readonly content?: string | undefined;
}

/** Exactly one of both is given. @param given any input */
export function violationsOfSource(given: unknown): readonly OperationViolation[] {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return [];
  const { source, content } = given as { readonly source?: unknown; readonly content?: unknown };
  // It is already reported.
  if (typeof source === 'string' && source.length > maxSource) return [];
  const hasSource = source !== undefined;
  if (hasSource !== (content !== undefined)) return [];
  const message = hasSource
    ? '“source” and “content” are both given. Send one of them.'
    : '“source” is missing: the path or the address of an API document, or the document itself as “content”.';
  const [expected, actual] = ['source or content', hasSource ? 'both' : 'neither'];
  return [{ path: 'source', rule: 'source', message, expected, actual }];
}

export const titleField = z
  .string()
  .trim()
  .min(1)
  .max(100)
  .regex(/[\p{L}\p{N}]/u, 'a title with letters or digits')
  .describe('Title of the catalog, such as “GitHub”.');

export const vendorField = z
  .string()
  .regex(/^[a-z][a-z0-9_-]{0,39}$/, 'a name such as “github”: lower-case letters, digits, _ and -')
  .describe(
    'What callers write before its commands: “github” in “github.issues_create”. Default: from its address.',
  );

export const baseUrlField = z
  .string()
  .regex(
    /^$|^https?:\/\/[^\s@?#]{1,2000}$/i,
    'an address that begins with https:// or http://, without credentials, query (?) and fragment (#): a key belongs in a header, or in a credential, as a reference',
  )
  .describe('Address of the API. Default: as the document says.');
