/** How documents of a language are written, for hosts that cannot read resources. */
import type { LanguageDetails, LanguageList, LanguageSchemaText } from '../../../operations/index.ts';
import type { ToolAnswer, ToolCall } from '../contract/tool.ts';
import { formatResourceUri } from '../present/resource-uri.ts';
import { describeLanguages } from '../resources/read-language.ts';

export const syntaxModes = ['reference', 'schema'] as const;

/** @param language `undefined`: lists all */
export async function getSyntax(
  call: ToolCall,
  mode: (typeof syntaxModes)[number],
  language: string | undefined,
): Promise<ToolAnswer> {
  if (language === undefined) {
    const all = await call.perform<LanguageList>('languages.list', {});
    return { kind: 'answer', value: { reference: describeLanguages(all) } };
  }
  if (mode === 'reference') {
    const { page: reference } = await call.perform<LanguageDetails>('languages.get', { language });
    const resource = formatResourceUri({ kind: 'language', language });
    return { kind: 'answer', value: { language, reference }, resource, bulky: ['reference'] };
  }
  const { schema, mediaType } = await call.perform<LanguageSchemaText>('languages.schema', { language });
  return {
    kind: 'answer',
    value: { language, schema: mediaType.endsWith('json') ? JSON.parse(schema) : schema },
    resource: formatResourceUri({ kind: 'schema', language }),
    bulky: ['schema'],
  };
}
