/** Describes the streams of server-sent events by hand: their events have the shapes of the operations. */
import type { Json } from '../../kernel/index.ts';
import type { JsonObject } from '../mcp/contract/tool.ts';
import { refer } from './openapi-parts.ts';

const text = { type: 'string' } as const;

const query = (name: string, description: string, schema: JsonObject = text): JsonObject => ({
  name,
  in: 'query',
  description,
  schema,
});

const types = query('types', 'Only events of these kinds.', {
  type: 'array',
  items: { ...text, enum: ['run', 'item', 'journal'] },
});
const run = query('run', 'Only events of this run.');
const workflow = query('workflow', 'Only events of runs of this workflow.');
const after = query('after', 'The id of the last event that was seen: continues after it.');
const lastEvent: JsonObject = {
  name: 'Last-Event-ID',
  in: 'header',
  description:
    'The same as `after`, and takes precedence: clients send it automatically when they reconnect.',
  schema: text,
};

const events =
  'Events as they happen. `run`: a run as in lists; `item`: a work item; `journal`: an event of a run; `lost`: missed events are no longer stored; `end`: why the stream ends.';

function stream(id: string, summary: string, parameters: Json[], more: JsonObject = {}): JsonObject {
  return {
    operationId: id,
    tags: ['changes'],
    summary,
    parameters,
    responses: {
      '200': {
        description: events,
        headers: {
          'X-Correlation-Id': refer('headers', 'X-Correlation-Id'),
          'Cache-Control': refer('headers', 'Cache-Control'),
        },
        content: { 'text/event-stream': { schema: text } },
      },
      ...more,
      '400': refer('responses', 'Invalid'),
      '401': refer('responses', 'Unauthenticated'),
      '403': refer('responses', 'Forbidden'),
      '429': refer('responses', 'TooMany'),
      default: refer('responses', 'Problem'),
    },
  };
}

export const streamPaths: JsonObject = {
  '/v1/events': {
    get: stream('streams.events', 'Runs, work items and journals as they change.', [
      types,
      run,
      workflow,
      after,
      lastEvent,
    ]),
  },
  '/v1/items/events': {
    get: stream('streams.items', 'Work items as they change.', [run, workflow, after, lastEvent]),
  },
  '/v1/runs/{run}/events': {
    get: stream(
      'streams.run',
      'One run, from its beginning to its end.',
      [
        { name: 'run', in: 'path', required: true, description: 'Id of the run.', schema: text },
        types,
        after,
        query('follow', 'Whether the stream continues after the end of the run.', { type: 'boolean' }),
        lastEvent,
      ],
      {
        '204': { description: 'The run has ended, and you have seen its end: no more events follow.' },
        '404': refer('responses', 'NotFound'),
      },
    ),
  },
};
