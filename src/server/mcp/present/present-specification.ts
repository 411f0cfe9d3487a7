/** What every tool shows of a specification. */
import type { DefinitionSummary } from '../../../operations/index.ts';
import type { JsonObject } from '../contract/tool.ts';
import { list, text } from './answer-schema.ts';

export const specificationFields = {
  spec_id: text(),
  name: text(),
  version: text('As its author wrote it.'),
  revision: text('SHA-256 of its document.'),
  language: text(),
  description: text(),
  category: text('Its domain.'),
  missing_operations: list(text(), 'It cannot run here: no connector offers what it calls.'),
};

type Shown = Pick<
  DefinitionSummary,
  'id' | 'name' | 'version' | 'revision' | 'language' | 'description' | 'domain' | 'missing'
>;

export function presentSpecification(definition: Shown): JsonObject {
  const { id, name, version, revision, language, description, domain, missing } = definition;
  return {
    spec_id: id,
    name,
    version,
    revision,
    language: language ?? '',
    description,
    category: domain,
    ...(missing.length === 0 ? {} : { missing_operations: missing }),
  };
}
