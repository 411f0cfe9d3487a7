/** Validates the paths of saved documents: inside their folder, and such that a scan finds them again. */
import { extensionList, isDocumentName } from './document-name.ts';
import { checkVisible } from './invisible-characters.ts';
import { isSkippedName } from './is-skipped-folder.ts';

const maxLength = 200;

/** @returns what is wrong with it; `undefined` if it is valid */
export function checkPath(path: string): string | undefined {
  const parts = path.split('/');
  if (path === '') return 'The path is missing. Use one such as “trips.yaml”.';
  if (path.length > maxLength) return `The path is longer than ${maxLength} characters.`;
  const problem = checkVisible(path);
  if (problem !== undefined) return problem;
  if (/[\\:*?"<>|]/.test(path)) {
    return 'The path has characters that are not allowed in file names. Separate its parts with “/”.';
  }
  if (parts.some((part) => part === '' || part === '.' || part === '..')) {
    return `“${path}” is not a path in the folder of workflows. It must be relative and without “..”.`;
  }
  if (parts.some((part) => isSkippedName(part) || /[. ]$/.test(part))) {
    return `“${path}” would not be found again: names that start or end with a dot, and node_modules, are ignored.`;
  }
  if (!isDocumentName(path)) return `“${path}” must end with ${extensionList}.`;
  return undefined;
}
