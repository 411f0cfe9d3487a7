/** Reads the syntax of languages: the list, a reference page, a schema. */
import type { LanguageDetails, LanguageList, LanguageSchemaText } from '../../../operations/index.ts';
import { formatResourceUri, type ResourceAddress } from '../present/resource-uri.ts';
import type { ResourceText } from '../present/text-page.ts';
import type { Asking } from './ask-as.ts';

type LanguageAddress = Extract<ResourceAddress, { kind: 'languages' | 'language' | 'schema' }>;

/** `undefined` if the language does not exist. */
export async function readLanguage(ask: Asking, address: LanguageAddress): Promise<ResourceText | undefined> {
  switch (address.kind) {
    case 'languages':
      return { mimeType: 'text/markdown', text: describeLanguages(await ask.get('languages.list', {})) };
    case 'language': {
      const found = await ask.find<LanguageDetails>('languages.get', { language: address.language });
      return found === undefined ? undefined : { mimeType: 'text/markdown', text: found.page };
    }
    case 'schema': {
      const found = await ask.find<LanguageSchemaText>('languages.schema', { language: address.language });
      return found === undefined ? undefined : { mimeType: found.mediaType, text: found.schema };
    }
  }
}

/** A Markdown page. */
export function describeLanguages({ languages }: LanguageList): string {
  const entries = languages.map(({ language, title, description, fileNames }) => {
    const reference = formatResourceUri({ kind: 'language', language });
    const schema = formatResourceUri({ kind: 'schema', language });
    return `- **${title}** (\`${language}\`, ${fileNames.map((name) => `\`${name}\``).join(', ')}): ${description} Syntax and examples: ${reference} or workflow_get {"language": "${language}"}. Schema: ${schema}\n`;
  });
  return `# Languages of workflow documents\n\n${entries.join('')}`;
}
