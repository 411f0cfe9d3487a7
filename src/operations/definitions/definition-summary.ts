/** What a list says of a workflow. */
import { z } from 'zod';
import type { LibraryEntry } from '../../runtime/index.ts';
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
} from '../contract/output-fields.ts';
import type { Services } from '../contract/services.ts';

const kinds = ['bundled', 'user', 'project', 'configured', 'git', 'tenant'] as const;

const originField = objectOf(
  {
    kind: described(
      z.enum(kinds),
      'What comes with the program, the folder of the user, of the project, one that the operator named, a git repository, or the tenant’s own.',
    ),
    name: text('Of the folder or the tenant; of a repository its address.'),
  },
  'Where its document comes from.',
);

/** What is known of a workflow without looking at its text. */
export const definitionFields = {
  id: text('Names it wherever a workflow is asked for.'),
  name: text('As its author wrote it.'),
  title: z.exactOptional(text('What people call it, where its name is an id.')),
  domain: text('What it is about, its category; empty where its author does not say.'),
  tags: z.exactOptional(listOf(text(), 'Words that it is found by.')),
  description: text(),
  language: orNull(text(), 'Null where none was recognised.'),
  valid: flag('Whether it can be run, as far as its document tells.'),
  missing: listOf(text(), 'Operations that it calls and no connector offers; empty where that is not known.'),
  version: text('As its author wrote it.'),
  aliases: z.exactOptional(
    listOf(
      text(),
      'Other names of it: of a YAWL specification its identifier. Absent where it has no versions.',
    ),
  ),
  supersededBy: z.exactOptional(
    text('Id of the newest version: only that one starts new runs. Absent where it is the newest.'),
  ),
  revision: described(
    z.string().regex(/^(?:[0-9a-f]{64})?$/),
    'SHA-256 of its document; empty where its file cannot be read.',
  ),
  path: text('Path of its document.'),
  origin: originField,
  writable: flag('Whether its document may be saved, renamed and deleted.'),
  changedAt: timestamp('When its document changed last.'),
};

export const definitionSummary = namedObject('DefinitionSummary', 'A workflow as lists show it.', {
  ...definitionFields,
  violations: integer('How many mistakes there are in its document.'),
  warnings: integer('How many warnings there are.'),
});

export type DefinitionSummary = z.infer<typeof definitionSummary>;

export function summaryOf(
  { connectorListings }: Pick<Services, 'connectorListings'>,
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
    missing: program === null ? [] : (connectorListings?.missingIn(program) ?? []),
    version: workflow?.version ?? '',
    ...(workflow?.series === undefined ? {} : { aliases: workflow.aliases ?? [] }),
    ...(supersededBy === null ? {} : { supersededBy: supersededBy.id }),
    revision: document.revision,
    path: document.path,
    origin: document.origin,
    writable: document.writable,
    changedAt: new Date(document.changedAt).toISOString(),
    violations: document.violations.length,
    warnings: document.warnings.length,
  };
}

export const isValid = ({ workflow }: Pick<LibraryEntry, 'workflow'>): boolean =>
  workflow !== null && workflow.program !== null;
