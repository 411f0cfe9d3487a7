/**
 * Uploads a specification: verifies it, then stores it next to its other versions. The newest version starts new
 * cases; cases of other versions continue. An existing version is never replaced: other content is refused.
 */
import { z } from 'zod';
import type { ReadResult } from '../../languages/index.ts';
import { flag, hash, listOf, namedObject, objectOf, text } from '../../languages/output-fields.ts';
import { violationSchema } from '../../languages/violation-schema.ts';
import { identicalId, type LibraryDocument, revisionOf } from '../../runtime/index.ts';
import type { Operation } from '../contract/operation.ts';
import { OperationError } from '../contract/operation-error.ts';
import type { Principal } from '../contract/principal.ts';
import type { Services } from '../contract/services.ts';
import { languages } from '../language-lists/languages.ts';
import { freshPaths, isSameWorkflow } from './choose-path.ts';
import { sourceField } from './definition-fields.ts';
import type { DefinitionSummary } from './definition-summary.ts';
import { invalidDefinition } from './invalid-definition.ts';
import { readSubmitted } from './read-submitted.ts';
import { badPath, describeWritten, refusalOf } from './written-document.ts';

const input = z.strictObject({
  spec_xml: sourceField.describe('The XML of the specification: a complete specificationSet.'),
});

const uploadedSpecification = namedObject('UploadedSpecification', 'A specification as currently listed.', {
  spec_id: text('Id of the specification, for all fields that name one.'),
  uri: text(),
  identifier: z.exactOptional(text('Identifies it in all versions; absent if it has none.')),
  version: text(),
  starts_cases: flag('Whether it is the newest version, which starts new cases.'),
  latest_version: text('The newest version.'),
});

const output = objectOf({
  path: text('Path of the document that contains it.'),
  revision: hash('SHA-256 of its text.'),
  specifications: listOf(uploadedSpecification, 'In the order of the document.'),
  warnings: listOf(violationSchema),
});

/** Of the language whose specifications are uploaded. */
const { extension = 'xml' } = languages.find(({ isUploaded }) => isUploaded === true) ?? {};

export type UploadedSpecifications = z.infer<typeof output>;

export const uploadSpecification: Operation<z.infer<typeof input>, UploadedSpecifications> = {
  name: 'specifications.upload',
  scope: 'admin',
  writes: true,
  summary: 'Uploads a specification, whose newest version starts new cases.',
  rest: {
    method: 'POST',
    path: '/v1/specifications',
    tag: 'cases',
    status: 201,
    location: '/v1/documents/{path*}',
  },
  input,
  output,
  targetOf: (_, { path }) => path,
  async perform(principal, { spec_xml: source }, services) {
    const { tenant } = principal;
    // Always read as a specification, regardless of its content.
    const file = { path: `specification.${extension}`, text: source };
    const { report, readResult } = await readSubmitted(
      services,
      principal,
      file,
      services.operations ?? null,
    );
    if (!report.valid) {
      throw invalidDefinition(report, {
        what: 'The specification is not uploaded',
        suggestedAction: 'Correct what is listed, and upload it again.',
      });
    }
    const write = () => keep(services, principal, readResult, source);
    const { quotas } = services;
    const document =
      findCopy(await services.library.documents(tenant), source) ??
      (await (quotas === undefined ? write() : quotas.save(tenant, Buffer.byteLength(source), true, write)));
    return describe(services, principal, document);
  },
};

/** An identical upload, most likely by the same request. */
const findCopy = (documents: readonly LibraryDocument[], source: string): LibraryDocument | undefined =>
  documents.find(({ revision }) => revision === revisionOf(source));

/** Throws if another document has the same version. */
async function keep(
  services: Services,
  { tenant, subject: by }: Principal,
  readResult: ReadResult,
  source: string,
): Promise<LibraryDocument> {
  const { library } = services;
  const documents = await library.documents(tenant);
  refuseOthers(documents, readResult);
  for (const path of freshPaths(source, readResult, documents)) {
    const result = await library.write(tenant, { kind: 'save', path, source, expected: null, by });
    if (result.kind === 'written' && result.document !== null) return result.document;
    if (result.kind !== 'written' && result.kind !== 'changed-meanwhile') throw refusalOf(result, path);
    // Another request was faster: with the same content, the same version, or the same file name.
    const now = await library.documents(tenant);
    const copy = findCopy(now, source);
    if (copy !== undefined) return copy;
    refuseOthers(now, readResult);
  }
  throw badPath('', 'All candidate paths for the document are taken.');
}

/** Documents with errors are ignored. */
function refuseOthers(documents: readonly LibraryDocument[], { workflows }: ReadResult): void {
  for (const workflow of workflows) {
    const other = documents.find(({ readResult }) =>
      readResult?.workflows.some((each) => each.program !== null && isSameWorkflow(each, workflow)),
    );
    const { series = '', version } = workflow;
    if (other === undefined) continue;
    throw new OperationError({
      code: 'specification_exists',
      message: identicalId(series, version),
      suggestedAction: 'Set a new version in your document, and upload it again.',
      context: { path: other.path, version },
    });
  }
}

async function describe(
  services: Services,
  principal: Principal,
  document: LibraryDocument,
): Promise<UploadedSpecifications> {
  const { path, revision, definitions, warnings } = await describeWritten(services, principal, document);
  const all = await services.library.list(principal.tenant);
  const latestOf = ({ version, supersededBy }: DefinitionSummary): string =>
    all.find(({ id }) => id === supersededBy)?.workflow?.version ?? version;
  return {
    path,
    revision,
    specifications: definitions.map((definition) => {
      const { id, name, version, aliases = [], supersededBy } = definition;
      const [identifier] = aliases;
      return {
        spec_id: id,
        uri: name,
        ...(identifier === undefined ? {} : { identifier }),
        version,
        starts_cases: supersededBy === undefined,
        latest_version: latestOf(definition),
      };
    }),
    warnings,
  };
}
