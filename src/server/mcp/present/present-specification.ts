/** Presents a specification, the same in every tool. */

import type { DefinitionSummary } from '../../../operations/index.ts';
import type { JsonObject } from '../contract/tool.ts';

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
