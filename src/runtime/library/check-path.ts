/** Paths that documents may be saved under: inside their folder, and such that they are found there again. */
import { extensionList, isDocumentName } from './document-name.ts';

const maxLength = 200;

/** @returns what is wrong with it; undefined where it is fine */
export function checkPath(path: string): string | undefined {
  const parts = path.split('/');
  if (path === '') return 'A path is needed, such as “trips.yaml”.';
  if (path.length > maxLength) return `The path is longer than ${maxLength} characters.`;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: those are what is looked for.
  if (/[\u0000-\u001f\u007f\\:*?"<>|]/.test(path)) {
    return 'The path has characters that are not allowed in names of files. Parts are separated by “/”.';
  }
  if (parts.some((part) => part === '' || part === '.' || part === '..')) {
    return `“${path}” is not a path below the folder of workflows: it must be relative and without “..”.`;
  }
  if (parts.some((part) => part.startsWith('.') || part === 'node_modules' || /[. ]$/.test(part))) {
    return `“${path}” would not be found again: names that begin with a dot or end with one, and node_modules, are left out.`;
  }
  if (!isDocumentName(path)) return `“${path}” must end with ${extensionList}.`;
  return undefined;
}
