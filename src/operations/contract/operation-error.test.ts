import { expect, test } from 'vitest';
import { errorTable } from '../errors/error-table.ts';
import { OperationError } from './operation-error.ts';

test('[W3.1] missing values of an error come from the table', () => {
  const { action } = errorTable.overloaded;
  expect(new OperationError({ code: 'overloaded', message: 'Too much.' }).details).toEqual({
    code: 'overloaded',
    category: 'unavailable',
    message: 'Too much.',
    retryable: true,
    suggestedAction: action,
  });
});

test('[W3.1] an error can override values of the table, except its category', () => {
  const report = { message: 'No.', retryable: false, suggestedAction: 'Leave it.', context: { run: 'r' } };
  const first = new OperationError({ code: 'overloaded', ...report });
  expect(first.details).toEqual({ code: 'overloaded', category: 'unavailable', ...report });
  const second = new OperationError({ ...first.details, code: 'run_ended' });
  expect(second.details).toEqual({ code: 'run_ended', category: 'conflict', ...report });
});

test('[W3.1] a code that is not in the table does not compile', () => {
  // @ts-expect-error There is no such code.
  expect(() => new OperationError({ code: 'no_such_code', message: 'No.' })).toThrow(TypeError);
});
