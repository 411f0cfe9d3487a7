/** Finds schemas: of languages, and of the other files that people write. */
import { connectorsShape } from '../../connectors/configuration/connectors-shape.ts';
import { jsonSchemaText, type Language } from '../../languages/index.ts';
import { authShape } from '../access/auth-shape.ts';
import { servicesShape } from '../documents/services-shape.ts';
import { testFileShape } from '../script/script-shape.ts';
import { getLanguage } from './get-language.ts';

const others = new Map<string, Language['schema']>([
  ['connectors', jsonSchemaText('connectors', connectorsShape, 'connectors.yaml')],
  ['auth', jsonSchemaText('auth', authShape, 'Auth file')],
  ['services', jsonSchemaText('services', servicesShape, 'services.yaml')],
  ['tests', jsonSchemaText('tests', testFileShape, 'Test cases')],
]);

/** Throws OperationError with the known languages. */
export function getSchema(name: string) {
  const { mediaType, text } = others.get(name) ?? getLanguage(name).schema;
  return { language: name, mediaType, schema: text() };
}
