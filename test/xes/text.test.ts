import { expect, test } from 'vitest';
import {
  closeLog,
  closeTrace,
  dateAttribute,
  eventText,
  openLog,
  openTrace,
  textAttribute,
} from '../../src/operations/events/xes/xes-text.ts';
import { readTraces, schemaErrorsOf } from './xes-fixture.ts';

const logWith = (...values: readonly string[]): string =>
  [
    openLog([textAttribute('concept:name', 'x')]),
    openTrace(values.map((value, at) => textAttribute(`value${at}`, value))),
    eventText([
      dateAttribute('time:timestamp', 8.64e15),
      dateAttribute('early', 0),
      dateAttribute('late', 253_402_300_800_000),
    ]),
    closeTrace,
    closeLog,
  ].join('');

const hostile = [
  '"/></trace><trace>',
  '<!DOCTYPE x [<!ENTITY y SYSTEM "file:///etc/passwd">]>&y;',
  ']]><![CDATA[',
  '&amp;&#0;&lt;',
  'line\nbreak\ttab\rreturn \' " `',
  'ünï 漢字 🙂',
  '',
];

test('[F5.2] no name can break out of its attribute, and all of it is read back unchanged', async () => {
  const log = logWith(...hostile);
  expect(await schemaErrorsOf(log)).toEqual([]);
  const [trace, ...others] = readTraces(log);
  expect(others).toEqual([]);
  expect([...(trace?.attributes.values() ?? [])]).toEqual(hostile);
});

test('[F5.2] only characters that XML cannot represent are replaced', async () => {
  const log = logWith('a\u0000b\u001fc', '\uD800x\uDC00', '\uFFFE\uFFFF', '\u0085\u00A0\uE000\u{10FFFF}');
  expect(await schemaErrorsOf(log)).toEqual([]);
  const [trace] = readTraces(log);
  expect([...(trace?.attributes.values() ?? [])]).toEqual([
    'a\uFFFDb\uFFFDc',
    '\uFFFDx\uFFFD',
    '\uFFFD\uFFFD',
    '\u0085\u00A0\uE000\u{10FFFF}',
  ]);
});

test('[F5.2] times are written in the format of the schema, for any year', async () => {
  const log = logWith('x');
  const timestamps = [...log.matchAll(/<date key="(?:time:timestamp|early|late)" value="([^"]*)"/g)];
  expect(timestamps.map(([, value]) => value).slice(-3)).toEqual([
    '275760-09-13T00:00:00.000Z',
    '1970-01-01T00:00:00.000Z',
    '10000-01-01T00:00:00.000Z',
  ]);
});

test('[F5.2] the schema refuses invalid documents: the tests that use it can fail', async () => {
  const log = logWith('x');
  const wrong = [
    log.replace(' xes.version="1849.2016"', ''),
    log.replace('<trace>', '<trace key="x">'),
    log.replace('<event>', '<event><note/>'),
    log
      .replace('1970-01-01T00:00:00.000Z"/>\n    </event>', 'yesterday"/>\n    </event>')
      .replace('275760-', '+275760-'),
    log.replace('value="x"', 'valu="x"'),
    log.replace('</log>', ''),
    log.replace('key="value0"', 'key="a b"'),
  ];
  const refused = (await schemaErrorsOf(...wrong)).join('\n');
  for (const at of wrong.keys()) expect(refused).toContain(`${at}.xes:`);
});
