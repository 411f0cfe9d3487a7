/** Lists the references `${env:NAME}` in the texts of what an operator or an author wrote. */
import type { Json } from '../../kernel/index.ts';
import type { SecretReference } from '../../runtime/index.ts';

const pattern = /\$\{env:([A-Za-z_][A-Za-z0-9_]*)\}/g;

export function referencesIn(json: Json, at = ''): readonly SecretReference[] {
  if (typeof json === 'string') return [...json.matchAll(pattern)].map(([, name = '']) => ({ at, name }));
  if (typeof json !== 'object' || json === null) return [];
  return Object.entries(json).flatMap(([key, part]) =>
    referencesIn(part as Json, `${at}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`),
  );
}

/** Whether a text is nothing but references and what has no secrets: `Bearer ${env:TOKEN}`. */
export const isReference = (text: string): boolean =>
  referencesIn(text).length > 0 &&
  /^(?:bearer|basic|token|apikey|key|secret)?[\s=:]*$/i.test(text.replaceAll(pattern, ''));
