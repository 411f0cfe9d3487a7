/** Reads variables by name from an untrusted value. */
import type { Json } from '../../kernel/index.ts';
import type { GuideContext } from '../../languages/index.ts';

export const isVariables = (value: Json | undefined): value is GuideContext =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Empty if there are none. */
export const variablesIn = (value: Json | undefined): GuideContext => (isVariables(value) ? value : {});
