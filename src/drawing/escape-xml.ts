/** Text as it may stand in XML and HTML, also between quotes. */
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
