/** The first sentence of a description. */
const maxLength = 240;

export function firstSentence(description: string): string {
  const [paragraph = ''] = description.trim().split(/\n\s*\n/, 1);
  const text = paragraph.replaceAll(/\s+/g, ' ');
  const [sentence = text] = /^.*?[.!?](?= \P{Ll}|$)/u.exec(text) ?? [];
  return sentence.length <= maxLength ? sentence : `${sentence.slice(0, maxLength).trimEnd()}…`;
}
