/** Presents a specification, the same in every tool. */

import { list, text } from '../../../languages/answer-schema.ts';
import type { DefinitionSummary } from '../../../operations/index.ts';
import type { JsonObject } from '../contract/tool.ts';

export const specificationFields = {
  spec_id: text(),
  name: text(),
  version: text('As its author wrote it.'),
  identifier: text('Identifies it across versions, if it has one.'),
  uri: text('Of a specification with versions.'),
  superseded_by: text('spec_id of the newest version, which starts new cases instead.'),
  revision: text('SHA-256 of its document.'),
  language: text(),
  description: text(),
  category: text('Its domain.'),
  missing_operations: list(text(), 'It cannot run on this server: no single connector offers what it calls.'),
};

type Shown = Pick<
  DefinitionSummary,
  | 'id'
  | 'name'
  | 'version'
  | 'revision'
  | 'language'
  | 'description'
  | 'domain'
  | 'missing'
  | 'aliases'
  | 'supersededBy'
>;

/** For a specification with versions. */
function versionFields({ name, aliases, supersededBy }: Shown): JsonObject {
  if (aliases === undefined) return {};
  const [identifier] = aliases;
  return {
    ...(identifier === undefined ? {} : { identifier }),
    uri: name,
    ...(supersededBy === undefined ? {} : { superseded_by: supersededBy }),
  };
}

export function presentSpecification(definition: Shown): JsonObject {
  const { id, name, version, revision, language, description, domain, missing } = definition;
  return {
    spec_id: id,
    name,
    version,
    ...versionFields(definition),
    revision,
    language: language ?? '',
    description,
    category: domain,
    ...(missing.length === 0 ? {} : { missing_operations: missing }),
  };
}
