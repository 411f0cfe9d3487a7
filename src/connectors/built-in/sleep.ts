/** `sleep` waits during the call. Use `wait:` in a workflow for long times: it holds no resources. */
import { anyType, describeDuration, parseDuration } from '../../expression/index.ts';
import { waitFor } from '../values/wait-for.ts';
import { type ArgumentReader, createArgumentReader } from './argument-reader.ts';
import { type BuiltIn, badArguments, failed, succeeded } from './built-in.ts';

const maxMs = 3_600_000;

export const sleep: BuiltIn = {
  operation: {
    name: 'sleep',
    description: 'Waits: `for` a duration like “2 seconds”, or `ms` milliseconds.',
    parameters: [
      { name: 'ms', type: { kind: 'number' }, required: false },
      { name: 'for', type: anyType, required: false },
    ],
    result: {
      kind: 'object',
      open: false,
      fields: [{ name: 'slept', type: { kind: 'int' }, optional: false }],
    },
    example: { slept: 1_000 },
  },
  async perform(args, { clock, signal }) {
    const reader = createArgumentReader(args, ['ms', 'for']);
    const time = timeOf(reader);
    if (time === undefined || reader.problems.length > 0) return badArguments(reader.problems);
    const ended = await waitFor(clock, time, signal);
    return ended
      ? succeeded({ slept: time })
      : failed({ code: 'aborted', message: 'The sleep was aborted.', retryable: true });
  },
};

function timeOf(reader: ArgumentReader): number | undefined {
  const ms = reader.number('ms');
  const given = reader.value('for');
  const long = typeof given === 'string' ? parseDuration(given) : given;
  if (ms !== undefined && given !== undefined) reader.complain('Use “ms” or “for”, not both.');
  else if (given !== undefined && typeof long !== 'number') {
    reader.complain('“for” must be a duration like “2 seconds”, or a number of milliseconds.');
  } else if (ms === undefined && given === undefined && reader.problems.length === 0) {
    reader.complain('“for” is required: a duration like “2 seconds”.');
  }
  const time = ms ?? (typeof long === 'number' ? long : undefined);
  if (time === undefined) return undefined;
  if (time >= 0 && time <= maxMs) return Math.ceil(time);
  reader.complain(
    `The time to sleep must be from 0 to ${describeDuration(maxMs)}. Use “wait:” for longer times.`,
  );
  return undefined;
}
