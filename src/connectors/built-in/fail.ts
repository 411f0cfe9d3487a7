/** `fail` fails as requested: for testing how a workflow handles failures. */
import { createArgumentReader } from './argument-reader.ts';
import { type BuiltIn, badArguments, failed, succeeded } from './built-in.ts';

export const fail: BuiltIn = {
  operation: {
    name: 'fail',
    description: 'Fails with `message` and `code`; with `times`, only that many times, then it succeeds.',
    parameters: [
      { name: 'message', type: { kind: 'string' }, required: false },
      { name: 'code', type: { kind: 'string' }, required: false },
      { name: 'retryable', type: { kind: 'bool' }, required: false },
      { name: 'times', type: { kind: 'int' }, required: false },
    ],
    result: {
      kind: 'object',
      open: false,
      fields: [{ name: 'attempt', type: { kind: 'int' }, optional: false }],
    },
    example: { attempt: 1 },
  },
  isImmediate: true,
  async perform(args, { attempt }) {
    const reader = createArgumentReader(args, ['message', 'code', 'retryable', 'times']);
    const message = reader.text('message') ?? 'It failed as requested.';
    const code = reader.text('code') ?? 'failed';
    const retryable = reader.flag('retryable') ?? true;
    const times = reader.number('times');
    if (times !== undefined && !(Number.isInteger(times) && times >= 0)) {
      reader.complain('“times” must be a whole number of at least 0.');
    }
    if (reader.problems.length > 0) return badArguments(reader.problems);
    return times === undefined || attempt <= times
      ? failed({ code, message, retryable })
      : succeeded({ attempt });
  },
};
