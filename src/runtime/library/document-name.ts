/** Recognizes files that may hold definitions, by their names. */

const extensionPattern = /\.(?:ya?ml|json|yawl|xml)$/i;

export const isDocumentName = (name: string): boolean => extensionPattern.test(name);

export const withoutExtension = (path: string): string => path.replace(extensionPattern, '');

/** For display. */
export const extensionList = '.yaml, .yml, .json, .yawl or .xml';
