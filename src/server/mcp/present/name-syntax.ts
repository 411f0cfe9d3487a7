/** Says where callers of tools find the syntax of a language: as a resource, and by a tool for hosts without resources. */
import { formatResourceUri } from './resource-uri.ts';

/** @param language of the document; null if none was recognised */
export const nameSyntax = (language: string | null): string =>
  language === null
    ? `Read ${formatResourceUri({ kind: 'languages' })}, or call workflow_get with mode "reference", for the languages and their syntax.`
    : `Read ${formatResourceUri({ kind: 'language', language })}, or call workflow_get with {"language": ${JSON.stringify(language)}}, for its syntax and examples.`;
