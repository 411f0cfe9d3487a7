/** Subjects that no token can have: those of API keys, of certificates, and of the program itself. */
const prefixes = ['key:', 'spiffe://', 'signalbox:'] as const;

/** Of the program, where nobody in particular asks. */
const own = 'signalbox';

/** What is reserved of it; undefined where nothing is. */
export function reservedPrefix(subject: string): string | undefined {
  const plain = subject.toLowerCase();
  return plain === own ? own : prefixes.find((prefix) => plain.startsWith(prefix));
}
