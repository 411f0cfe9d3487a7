/** Formats values of JSON data and their locations briefly. */
import type { Json } from '../../../expression/index.ts';
import { formatValueWithin } from '../conditions/format-value.ts';
import { shorten } from '../conditions/shorten.ts';

/** `items[2].name`, `["a b"].c`; empty for the whole. */
export function formatPath(at: readonly string[]): string {
  const steps = at.map((step) => {
    if (/^\d+$/.test(step)) return `[${step}]`;
    return /^[\p{L}_$][\p{L}\p{N}_$-]*$/u.test(step) ? `.${step}` : `[${JSON.stringify(shorten(step))}]`;
  });
  return steps.join('').replace(/^\./, '');
}

export function parseJsonPointer(pointer: string): readonly string[] {
  const steps = pointer.split('/').slice(1);
  return steps.map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** Truncates long values. */
export const formatJson = (value: Json): string =>
  value === null ? 'null' : formatValueWithin(value, maxJsonLength);

const maxJsonLength = 80;
