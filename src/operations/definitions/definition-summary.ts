/** Describes a workflow in lists. */
import { z } from 'zod';
import { countViolations } from '../../languages/index.ts';
import {
  described,
  flag,
  integer,
  listOf,
  namedObject,
  objectOf,
  orNull,
  text,
  timestamp,
} from '../../languages/output-fields.ts';
import type { LibraryEntry } from '../../runtime/index.ts';
import type { Services } from '../contract/services.ts';

const kinds = ['bundled', 'user', 'project', 'configured', 'git', 'tenant'] as const;

const originField = objectOf(
  {
    kind: described(
      z.enum(kinds),
      'Built in, the folder of the user, of the project, a configured folder, a git repository, or the tenant’s own folder.',
    ),
    name: text('Name of the folder or the tenant; for a repository its URL.'),
  },
  'Source of its document.',
);

/** Fields that are known without the text of the document. */
export const definitionFields = {
  id: text('Id of the workflow, for all fields that name one.'),
  name: text('As its author wrote it.'),
  title: z.exactOptional(text('Title for people, if its name is an id.')),
  domain: text('Its domain or category; empty if its author names none.'),
  tags: z.exactOptional(listOf(text(), 'Search tags.')),
  description: text(),
  language: orNull(text(), 'Null if none was detected.'),
  valid: flag('Whether it can be run, according to its document.'),
  missing: listOf(
    text(),
    'Operations that it calls and that no single connector offers (none does, or several do); empty if unknown.',
  ),
  version: text('As its author wrote it.'),
  aliases: z.exactOptional(
    listOf(
      text(),
      'Further names, such as an identifier that all versions share. Absent if it has no versions.',
    ),
  ),
  supersededBy: z.exactOptional(
    text('Id of the newest version, which starts new runs. Absent if this is the newest.'),
  ),
  revision: described(
    z.string().regex(/^(?:[0-9a-f]{64})?$/),
    'SHA-256 of its document; empty if its file cannot be read.',
  ),
  path: text('Path of its document.'),
  origin: originField,
  writable: flag('Whether its document may be saved, renamed and deleted.'),
  changedAt: timestamp('When its document was last changed.'),
};

export const definitionSummary = namedObject('DefinitionSummary', 'A workflow as lists show it.', {
  ...definitionFields,
  violations: integer('Number of errors in its document.'),
  warnings: integer('Number of warnings.'),
});

export type DefinitionSummary = z.infer<typeof definitionSummary>;

export function summaryOf(
  { connectorListings }: Pick<Services, 'connectorListings'>,
  tenant: string,
  { id, document, workflow, supersededBy }: LibraryEntry,
): DefinitionSummary {
  const program = workflow?.program ?? null;
  return {
    id,
    name: workflow?.name ?? id,
    ...(workflow?.title === undefined ? {} : { title: workflow.title }),
    domain: workflow?.domain ?? '',
    ...(workflow?.tags === undefined ? {} : { tags: workflow.tags }),
    description: workflow?.description ?? '',
    language: document.language,
    valid: isValid({ workflow }),
    missing: program === null ? [] : (connectorListings?.missingIn(tenant, program) ?? []),
    version: workflow?.version ?? '',
    ...(workflow?.series === undefined ? {} : { aliases: workflow.aliases ?? [] }),
    ...(supersededBy === null ? {} : { supersededBy: supersededBy.id }),
    revision: document.revision,
    path: document.path,
    origin: document.origin,
    writable: document.writable,
    changedAt: new Date(document.changedAt).toISOString(),
    violations: countViolations(document.violations),
    warnings: countViolations(document.warnings),
  };
}

export const isValid = ({ workflow }: Pick<LibraryEntry, 'workflow'>): boolean =>
  workflow !== null && workflow.program !== null;
