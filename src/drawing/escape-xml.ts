/** Escapes a text for XML and HTML, including quoted attributes. */
const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

export function escapeXml(words: string): string {
  return words.replace(/[&<>"']/g, (sign) => entities[sign] ?? '');
}
