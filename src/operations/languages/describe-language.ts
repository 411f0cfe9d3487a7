/** What interfaces show of a language. */
import type { Language } from '../../languages/index.ts';
import { isXml } from '../documents/is-xml.ts';

export const summaryOf = ({ id, reference, schema }: Language) => ({
  language: id,
  title: reference.title,
  description: reference.summary,
  fileNames: reference.fileNames,
  mediaType: schema.mediaType,
});

export const referenceOf = (language: Language) => ({
  ...summaryOf(language),
  page: pageOf(language),
  examples: language.reference.examples,
});

/** The reference page with the examples, as Markdown. */
function pageOf({ reference }: Language): string {
  const examples = reference.examples.map(
    ({ name, title, text }) => `### ${title}\n\n\`${name}\`:\n\n${fenced(text)}`,
  );
  return `${[reference.page().trimEnd(), '## Examples', ...examples].join('\n\n')}\n`;
}

const fenced = (text: string): string => `\`\`\`${isXml(text) ? 'xml' : 'yaml'}\n${text.trimEnd()}\n\`\`\``;
