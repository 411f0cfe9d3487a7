/** Files that may hold definitions, by their names. */

const endings = /\.(?:ya?ml|json|yawl|xml)$/i;

export const isDocumentName = (name: string): boolean => endings.test(name);

export const withoutEnding = (path: string): string => path.replace(endings, '');

/** For people. */
export const endingsInWords = '.yaml, .yml, .json, .yawl or .xml';
