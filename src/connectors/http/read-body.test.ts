import { describe, expect, test } from 'vitest';
import { describeErrorBody } from './describe-error-body.ts';
import { readBody } from './read-body.ts';

const nested = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth);

describe('bodies', () => {
  test.each([
    ['application/json', '{"a":[1]}', { body: { a: [1] } }],
    ['Application/Problem+JSON; charset=utf-8', '[]', { body: [] }],
    ['application/json', 'null', { body: null }],
    ['application/json', 'not json', { body: 'not json' }],
    ['application/json', '', { body: null }],
    ['application/json', nested(102), { body: nested(102) }],
    ['application/json', nested(1_000_000), { body: nested(1_000_000) }],
    ['text/plain', '{"a":1}', { body: '{"a":1}' }],
    ['text/plain; charset=iso-8859-1', Buffer.from([0xe4]), { body: 'ä' }],
    ['text/plain; charset="utf-16le"', Buffer.from([0xe4, 0]), { body: 'ä' }],
    ['text/plain; charset=nonsense', 'ä', { body: 'ä' }],
    ['application/atom+xml', '<a/>', { body: '<a/>' }],
    ['application/octet-stream', Buffer.from([0, 255]), { body: 'AP8=', encoding: 'base64' }],
    ['image/png', 'text', { body: 'dGV4dA==', encoding: 'base64' }],
    [undefined, 'text', { body: 'text' }],
    [undefined, Buffer.from([0xff, 0xfe]), { body: '//4=', encoding: 'base64' }],
  ])('[H1.3] a body of type %s is parsed by its type (%#)', (type, body, expected) => {
    const headers = type === undefined ? {} : { 'content-type': type };
    expect(readBody({ headers, body: Buffer.from(body) })).toEqual(expected);
  });
});

describe('messages of error responses', () => {
  test.each([
    [{ errors: [{ message: 'name is missing' }, 'too short'] }, 'name is missing; too short'],
    [{ error: 'invalid_grant', error_description: 'expired' }, 'invalid_grant: expired'],
    [{ error: 'Not Found', message: 'no such order' }, 'Not Found: no such order'],
    [{ error: { message: 'no such order', code: 7 } }, 'no such order'],
    [{ title: 'Conflict', detail: 'taken' }, 'taken'],
    [{ errors: { name: ['is empty'], size: [] } }, 'name: is empty'],
    [{ message: ' ', detail: 'told\n  here' }, 'told here'],
    [['first', { message: 'second' }], 'first; second'],
    ['  plain\ntext ', 'plain text'],
    ['<html><head><title>x</title></head><h1>Bad gateway</h1><p>later</p>', 'x Bad gateway later'],
    [{ n: 1 }, ''],
    [null, ''],
    [7, ''],
    ['y'.repeat(2_000), `${'y'.repeat(999)}…`],
  ])('[H1.2] the message of %j is found', (body, says) => {
    expect(describeErrorBody(body)).toBe(says);
  });

  test('[H1.2] a body that consists of brackets is read in time', () => {
    expect(describeErrorBody('<'.repeat(5_000_000)).length).toBeLessThanOrEqual(1_000);
  });
});
