/** The media type of a document, by its file name. */
import { formatOf } from '../present/present-document.ts';

const mimeTypes = { json: 'application/json', xml: 'application/xml', yaml: 'text/yaml' } as const;

export const mimeTypeOfSource = (path: string): string => mimeTypes[formatOf(path)];
