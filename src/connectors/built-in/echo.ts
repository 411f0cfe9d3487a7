/** `echo` returns its arguments: for tests, and for naming a value. */
import type { Type } from '../../expression/index.ts';
import { type BuiltIn, succeeded } from './built-in.ts';

const anything: Type = { kind: 'object', fields: [], open: true };

export const echo: BuiltIn = {
  operation: {
    name: 'echo',
    description: 'Returns its arguments.',
    parameters: [],
    open: true,
    result: anything,
    example: undefined,
  },
  isImmediate: true,
  perform: async (args) => succeeded(args),
};
