/** Reads a value that someone typed: JSON, or YAML on one line. */
import type { Json } from '../../expression/index.ts';
import { toJson } from './located.ts';
import { parseDocument } from './parse-document.ts';

/** `undefined` if it is neither. */
export function readFlow(text: string): Json | undefined {
  const { root, violations } = parseDocument({ path: '', text });
  return violations.length > 0 || root === null ? undefined : toJson(root);
}
