/**
 * Takes in a YAWL specification: verified, then kept beside its other versions. The newest of them starts new cases; the
 * cases of the others go on. What is there is never replaced: the same version with another content is refused.
 */
import { z } from 'zod';
import type { ReadResult } from '../../languages/index.ts';
import { identicalId, type LibraryDocument, revisionOf } from '../../runtime/index.ts';
import type { Operation } from '../contract/operation.ts';
import { OperationError } from '../contract/operation-error.ts';
import { flag, hash, listOf, namedObject, objectOf, text } from '../contract/output-fields.ts';
import type { Principal } from '../contract/principal.ts';
import type { Services } from '../contract/services.ts';
import { readQueued } from '../read-queued.ts';
import { freshPaths, isSameWorkflow } from './choose-path.ts';
import { sourceField } from './definition-fields.ts';
import type { DefinitionSummary } from './definition-summary.ts';
import { invalidDefinition } from './invalid-definition.ts';
import { violationSchema } from './violation-schema.ts';
import { badPath, describeWritten, refusalOf } from './written-document.ts';

const input = z.strictObject({
  spec_xml: sourceField.describe('The XML of the specification: a whole specificationSet.'),
});

const uploadedSpecification = namedObject('UploadedSpecification', 'A specification as it is listed now.', {
  spec_id: text('Names it wherever a specification is asked for.'),
  uri: text(),
  identifier: z.exactOptional(text('Names it in whatever version; absent where it has none.')),
  version: text(),
  starts_cases: flag('Whether it is the newest version, which starts new cases.'),
  latest_version: text('The version that does.'),
});

const output = objectOf({
  path: text('Path of the document that holds it.'),
  revision: hash('SHA-256 of its text.'),
  specifications: listOf(uploadedSpecification, 'In the order of the document.'),
  warnings: listOf(violationSchema),
});

export type UploadedSpecifications = z.infer<typeof output>;

export const uploadSpecification: Operation<z.infer<typeof input>, UploadedSpecifications> = {
  name: 'specifications.upload',
  scope: 'admin',
  writes: true,
  summary: 'Takes in a YAWL specification; its newest version starts new cases.',
  input,
  output,
  targetOf: (_, { path }) => path,
  async perform(principal, { spec_xml: source }, services) {
    const { tenant } = principal;
    // Whatever is in it, it is read as a specification.
    const file = { path: 'specification.yawl', text: source };
    const { report, readResult } = await readQueued(services, tenant, file, services.operations ?? null);
    if (!report.valid) {
      throw invalidDefinition(report, {
        what: 'The specification is not taken in',
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

/** What has been taken in before, most likely by the same request. */
const findCopy = (documents: readonly LibraryDocument[], source: string): LibraryDocument | undefined =>
  documents.find(({ revision }) => revision === revisionOf(source));

/** Throws where there is another document of the same version. */
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
    // Somebody was faster: with the same, with another of that version, or with something else of that name.
    const now = await library.documents(tenant);
    const copy = findCopy(now, source);
    if (copy !== undefined) return copy;
    refuseOthers(now, readResult);
  }
  throw badPath('', 'No path is free that the document could be named by.');
}

/** What has mistakes is not there: it gives way. */
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
      suggestedAction: 'Give what you changed a new version, and upload it again.',
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
