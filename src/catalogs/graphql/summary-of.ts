/** The first line of a description, at most 200 characters. */
const maxLength = 200;

export function summaryOf(description: string | undefined): string {
  const [first = ''] = (description ?? '')
    .slice(0, 2_000)
    .trim()
    .split(/\n\s*\n/);
  const line = first.replaceAll(/\s+/g, ' ').trim();
  return line.length > maxLength ? `${line.slice(0, maxLength - 1)}…` : line;
}
