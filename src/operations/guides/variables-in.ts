/** Variables by name, from what may be anything. */
import type { Json } from '../../kernel/index.ts';
import type { GuideContext } from '../../languages/index.ts';

export const isVariables = (value: Json | undefined): value is GuideContext =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** None where it has none. */
export const variablesIn = (value: Json | undefined): GuideContext => (isVariables(value) ? value : {});
