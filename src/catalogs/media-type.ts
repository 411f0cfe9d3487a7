/** The form in which a body is sent or a result comes, among those that a document offers: JSON where there is any. */
import type { Json } from '../expression/index.ts';
import { entriesOf } from './own-field.ts';

const json = /^(application|text)\/([^;]*\+)?json\b|^\*\/\*|^application\/\*/i;
const form = /^(application\/x-www-form-urlencoded|multipart\/form-data)\b/i;

export function findJsonMedia(content: Json | undefined): Json | undefined {
  return findMedia(content, json);
}

/** Fields of a form are sent by name like those of an object. */
export function findBodyMedia(content: Json | undefined): Json | undefined {
  return findMedia(content, json) ?? findMedia(content, form) ?? findMedia(content, /(?:)/);
}

export function isJsonMedia(name: string): boolean {
  return json.test(name);
}

function findMedia(content: Json | undefined, wanted: RegExp): Json | undefined {
  return entriesOf(content).find(([name]) => wanted.test(name))?.[1];
}
