/** Whether a schema describes the content of a file. */
import type { JsonObject } from '../document/own-field.ts';
import { findKeyword } from '../document/view-schema.ts';

/** @param parts the schemas that apply together */
export const isFile = (parts: readonly JsonObject[]): boolean =>
  findKeyword(parts, 'format') === 'binary' ||
  findKeyword(parts, 'type') === 'file' ||
  findKeyword(parts, 'contentMediaType') !== undefined;
