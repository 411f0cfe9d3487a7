/** Reads names that authors choose and that expressions refer to. */
import type { Span } from '../../expression/index.ts';
import type { Reporter, SpanEdit } from './reporter.ts';

const maxNameLength = 64;

export function isName(text: string): boolean {
  return /^[A-Za-z_][A-Za-z0-9_]*$/.test(text);
}

/** Returns the name if references can spell it, otherwise the nearest valid name. */
export function usableName(name: string): string {
  if (isName(name) && name.length <= maxNameLength) return name;
  return name
    .replaceAll(/[^A-Za-z0-9_]/g, '_')
    .replace(/^(?=\d)|^$/, '_')
    .slice(0, maxNameLength - 4);
}

export interface NameLocation {
  readonly span: Span;
  readonly path: string;
}

export interface Reserved {
  readonly names: readonly string[];
  /** “it is reserved for …”. */
  readonly reason: string;
}

/**
 * @param what the subject of a message: “A node”
 * @param rewrite renames it in every place
 * @returns the name, or the proposed valid name
 */
export function readName(
  reporter: Reporter,
  name: string,
  { span, path }: NameLocation,
  what: string,
  rewrite: (name: string) => readonly SpanEdit[],
  reserved?: Reserved,
): string {
  const plain = usableName(name);
  const isReserved = reserved?.names.includes(name) === true;
  if (plain === name && !isReserved) return name;
  const better = isReserved ? `${name}_2` : plain;
  reporter.report({
    at: span,
    path,
    rule: isReserved ? 'reserved-name' : 'bad-name',
    message: isReserved
      ? `${what} cannot be called “${name}”: ${reserved.reason}.`
      : `${what} must be named with letters, digits and _, not starting with a digit, so that $${plain} can refer to it.`,
    expected: better,
    actual: name === '' ? 'an empty name' : name,
    suggestion: () => ({ text: `Rename it to ${better}`, edits: rewrite(better) }),
  });
  return better;
}
