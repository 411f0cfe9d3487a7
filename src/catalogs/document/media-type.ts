/** Chooses the media type of a request or response body: JSON if available. */
import type { Json } from '../../expression/index.ts';
import { entriesOf } from './own-field.ts';

const json = /^(application|text)\/([^;]*\+)?json\b|^\*\/\*|^application\/\*/i;
const form = /^(application\/x-www-form-urlencoded|multipart\/form-data)\b/i;

export function findJsonMedia(content: Json | undefined): Json | undefined {
  return findMedia(content, json)?.[1];
}

/** Form fields are sent by name like those of an object. */
export function findBodyMedia(content: Json | undefined): Media | undefined {
  return findMedia(content, json) ?? findMedia(content, form) ?? findMedia(content, /(?:)/);
}

export function isJsonMedia(name: string): boolean {
  return json.test(name);
}

/** A media type whose body is an object of fields. */
export const hasNamedFields = (name: string): boolean => json.test(name) || form.test(name);

type Media = readonly [mediaType: string, media: Json];

function findMedia(content: Json | undefined, wanted: RegExp): Media | undefined {
  return entriesOf(content).find(([name]) => wanted.test(name));
}
