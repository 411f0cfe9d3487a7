/** Deletes a document. Its revisions and the runs of its workflows stay. */
import { z } from 'zod';
import { hash, objectOf, text } from '../../languages/output-fields.ts';
import type { Operation } from '../contract/operation.ts';
import type { Principal } from '../contract/principal.ts';
import type { Services } from '../contract/services.ts';
import { exampleRevision, pathField, revisionField } from './definition-fields.ts';
import { refusalOf } from './written-document.ts';

const input = z.strictObject({ path: pathField, revision: revisionField });

const output = objectOf({
  path: text('Path of the document.'),
  revision: hash('Its last revision, which “definitions.revision” still returns.'),
});

export const deleteDefinition: Operation<z.infer<typeof input>, z.infer<typeof output>> = {
  name: 'definitions.delete',
  scope: 'workflows:author',
  writes: true,
  summary: 'Deletes a document; its revisions and the runs of its workflows stay.',
  rest: { method: 'DELETE', path: '/v1/documents/{path*}', tag: 'workflows', isRevised: true },
  verb: { name: 'document delete', args: { path: 'PATH' } },
  examples: [
    {
      input: { path: 'greet.yaml', revision: exampleRevision },
      output: { path: 'greet.yaml', revision: exampleRevision },
    },
  ],
  input,
  output,
  targetOf: ({ path }) => path,
  async perform(principal, { path, revision }, services) {
    const change = { kind: 'delete', path, expected: revision, by: principal.subject } as const;
    const result = await services.library.write(principal.tenant, change);
    if (result.kind !== 'written' && !(await wasDeleted(services, principal, path, revision))) {
      throw refusalOf(result, path);
    }
    return { path, revision };
  },
};

/** The same request came before: the document is already deleted. */
async function wasDeleted(
  { library }: Services,
  { tenant, subject }: Principal,
  path: string,
  revision: string,
): Promise<boolean> {
  const [last, before] = await library.revisions(tenant, library.documentPlace(tenant, path), 2);
  return last?.hash === '' && last.by === subject && before?.hash === revision;
}
