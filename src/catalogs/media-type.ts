/** Chooses the media type of a request or response body: JSON if available. */
import type { Json } from '../expression/index.ts';
import { entriesOf } from './own-field.ts';

const json = /^(application|text)\/([^;]*\+)?json\b|^\*\/\*|^application\/\*/i;
const form = /^(application\/x-www-form-urlencoded|multipart\/form-data)\b/i;

export function findJsonMedia(content: Json | undefined): Json | undefined {
  return findMedia(content, json);
}

/** Form fields are sent by name like those of an object. */
export function findBodyMedia(content: Json | undefined): Json | undefined {
  return findMedia(content, json) ?? findMedia(content, form) ?? findMedia(content, /(?:)/);
}

export function isJsonMedia(name: string): boolean {
  return json.test(name);
}

function findMedia(content: Json | undefined, wanted: RegExp): Json | undefined {
  return entriesOf(content).find(([name]) => wanted.test(name))?.[1];
}
