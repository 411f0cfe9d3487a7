/** `echo` gives its arguments back: for trying out, and for naming a value. */
import type { Type } from '../../expression/index.ts';
import { type BuiltIn, succeeded } from './built-in.ts';

const anything: Type = { kind: 'object', fields: [], open: true };

export const echo: BuiltIn = {
  operation: {
    name: 'echo',
    description: 'Gives its arguments back.',
    parameters: [],
    open: true,
    result: anything,
    example: undefined,
  },
  perform: async (args) => succeeded(args),
};
