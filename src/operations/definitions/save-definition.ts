/** Saves a document: a new one, or a change of a known revision. A document with errors is refused. */
import { z } from 'zod';
import { phrase, type ReadResult } from '../../languages/index.ts';
import { flag, objectOf } from '../../languages/output-fields.ts';
import { type LibraryDocument, revisionOf, type WriteResult } from '../../runtime/index.ts';
import type { Operation } from '../contract/operation.ts';
import { OperationError } from '../contract/operation-error.ts';
import type { Principal } from '../contract/principal.ts';
import type { Services } from '../contract/services.ts';
import { findExistingDocument, freshPaths } from './choose-path.ts';
import { exampleSource, languageField, pathField, revisionField, sourceField } from './definition-fields.ts';
import { findDocument } from './find-workflow.ts';
import { invalidDefinition } from './invalid-definition.ts';
import { isSomethingElse } from './read-folder-document.ts';
import { readSubmitted } from './read-submitted.ts';
import { refuseTakenNames } from './refuse-taken-names.ts';
import { badPath, describeWritten, refusalOf, writtenFields } from './written-document.ts';

const input = z.strictObject({
  path: pathField
    .optional()
    .describe(
      'Path of the document below the workflow folder, such as “trips/summer.yaml”. Default: the document that contains these workflows, or a new one that is named after them.',
    ),
  source: sourceField,
  language: languageField.optional(),
  revision: revisionField
    .nullable()
    .optional()
    .describe('Current revision of the document; null or absent if it is new.'),
  overwrite: z.boolean().default(false).describe('Replace the document regardless of its revision.'),
});

type Input = z.infer<typeof input>;

const output = objectOf({
  ...writtenFields,
  created: flag('Whether the document is new. Saving the same content again returns the same value.'),
});

export type SavedDocument = z.infer<typeof output>;

export const saveDefinition: Operation<Input, SavedDocument> = {
  name: 'definitions.save',
  scope: 'workflows:author',
  writes: true,
  summary: 'Saves a workflow document: a new one, or a change of a known revision.',
  rest: {
    method: 'PUT',
    path: '/v1/documents/{path*}',
    tag: 'workflows',
    isRevised: true,
    status: 'as-created',
    location: '/v1/documents/{path*}',
  },
  examples: [{ input: { path: 'greet.yaml', source: exampleSource } }],
  input,
  output,
  targetOf: (_, { path }) => path,
  async perform(principal, given, services) {
    const { source, language } = given;
    const file = { path: given.path ?? '', text: source };
    const { report, readResult } = await readSubmitted(
      services,
      principal,
      file,
      services.operations ?? null,
    );
    if (!report.valid) {
      throw invalidDefinition(report, {
        what: given.path === undefined ? 'The document is not saved' : `“${given.path}” is not saved`,
        suggestedAction: phrase`Correct what is listed; ${{ operation: 'definitions.validate' }} also proposes edits. Then save again.`,
        context: given.path === undefined ? {} : { path: given.path },
      });
    }
    if (language !== undefined && language !== report.language) {
      throw otherLanguage(language, report.language ?? '');
    }
    const targetPath = given.path ?? (await findExistingDocument(services, principal, readResult))?.path;
    // A path with a revision that does not exist is refused as such.
    const isThere =
      targetPath !== undefined && (await findDocument(services, principal, targetPath))?.writable === true;
    const isRefused = given.path !== undefined && given.revision && !given.overwrite && !isThere;
    if (!isRefused) await refuseTakenNames(services, principal, readResult, targetPath);
    if (targetPath === undefined && given.revision && !given.overwrite) throw nothingToReplace(readResult);
    const write = () =>
      targetPath === undefined
        ? saveSomewhere(services, principal, readResult, source)
        : save(services, principal, targetPath, given);
    const { quotas } = services;
    return quotas === undefined
      ? write()
      : quotas.save(principal.tenant, Buffer.byteLength(source), !isThere, write);
  },
};

async function saveSomewhere(
  services: Services,
  principal: Principal,
  readResult: ReadResult,
  source: string,
): Promise<SavedDocument> {
  const taken = await services.library.documents(principal.tenant);
  for (const path of freshPaths(source, readResult, taken)) {
    const saved = await saveAsNew(services, principal, path, source);
    if (saved !== undefined) return saved;
  }
  throw badPath('', 'All candidate paths for the document are taken.');
}

async function save(
  services: Services,
  principal: Principal,
  path: string,
  { source, revision, overwrite }: Input,
): Promise<SavedDocument> {
  if (isSomethingElse({ path, text: source })) {
    throw badPath(path, `A file called “${path}” is never read as a definition.`);
  }
  const expected = overwrite ? await revisionAt(services, principal, path) : (revision ?? null);
  let result = await write(services, principal, { path, source, expected });
  // Another request was faster: its document is replaced.
  for (let tries = 0; overwrite && result.kind === 'changed-meanwhile' && tries < maxTries; tries++) {
    result = await write(services, principal, { path, source, expected: result.revision });
  }
  const document = await writtenDocument(services, principal, { path, source }, result);
  if (document !== undefined) return describeSaved(services, principal, document);
  throw result.kind === 'written'
    ? refusalOf({ kind: 'changed-meanwhile', revision: null }, path)
    : refusalOf(result, path);
}

const maxTries = 5;

/** @returns `undefined` if another document already exists there */
async function saveAsNew(
  services: Services,
  principal: Principal,
  path: string,
  source: string,
): Promise<SavedDocument | undefined> {
  const result = await write(services, principal, { path, source, expected: null });
  const document = await writtenDocument(services, principal, { path, source }, result);
  if (document !== undefined) return describeSaved(services, principal, document);
  if (result.kind === 'written' || result.kind === 'changed-meanwhile') return undefined;
  throw refusalOf(result, path);
}

interface Writing {
  readonly path: string;
  readonly source: string;
}

function write(
  { library }: Services,
  { tenant, subject: by }: Principal,
  writing: Writing & { readonly expected: string | null },
): Promise<WriteResult> {
  return library.write(tenant, { kind: 'save', ...writing, by });
}

/** `undefined` if it was not saved and its content differs. */
async function writtenDocument(
  services: Services,
  principal: Principal,
  { path, source }: Writing,
  result: WriteResult,
): Promise<LibraryDocument | undefined> {
  if (result.kind === 'written' && result.document !== null) return result.document;
  const document = await findDocument(services, principal, path);
  // The same content was saved before, most likely by the same request.
  return document?.writable && document.revision === revisionOf(source) ? document : undefined;
}

async function revisionAt(services: Services, principal: Principal, path: string): Promise<string | null> {
  return (await findDocument(services, principal, path))?.revision ?? null;
}

async function describeSaved(
  services: Services,
  principal: Principal,
  document: LibraryDocument,
): Promise<SavedDocument> {
  const [, before] = await services.library.revisions(principal.tenant, document, 2);
  // The document was deleted in between and is created again.
  const created = before === undefined || before.hash === '';
  return { ...(await describeWritten(services, principal, document)), created };
}

/** A revision refers to an existing document: a deleted one is not created again silently. */
function nothingToReplace({ workflows }: ReadResult): OperationError {
  const names = workflows.map(({ name }) => `“${name}”`).join(', ');
  return new OperationError({
    code: 'definition_not_found',
    message: `The request names a revision, but no writable document contains ${names}: it was deleted or renamed.`,
    suggestedAction: phrase`Find it with ${{ operation: 'definitions.list' }}, or save without a revision as a new document.`,
  });
}

function otherLanguage(named: string, recognised: string): OperationError {
  const message = `The language of the document is “${recognised}”, not “${named}”.`;
  return new OperationError({
    code: 'language_mismatch',
    message,
    suggestedAction: 'Omit “language”: the keys of the document identify it.',
    violations: [{ path: 'language', rule: 'language', message, expected: recognised, actual: named }],
  });
}
