/** Reserved subjects that no token can have: API keys, certificates, and the program itself. */
const prefixes = ['key:', 'spiffe://', 'signalbox:'] as const;

/** Subject of the program itself. */
const own = 'signalbox';

/** Returns the reserved prefix of a subject; `undefined` if it has none. */
export function reservedPrefix(subject: string): string | undefined {
  const plain = subject.toLowerCase();
  return plain === own ? own : prefixes.find((prefix) => plain.startsWith(prefix));
}
