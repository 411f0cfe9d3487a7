import { expect, test } from 'vitest';
import type { ConnectorOperations } from '../../languages/index.ts';
import { readServicesFile } from './read-services-file.ts';

const notify = {
  name: 'crm.notify',
  description: '',
  parameters: [{ name: 'text', type: { kind: 'string' }, required: true }],
  result: { kind: 'any' },
  example: undefined,
} as const;

const operations: ConnectorOperations = {
  names: ['crm.notify', 'crm.find'],
  find: (name) => ({ 'crm.notify': notify, 'crm.find': { ...notify, name: 'crm.find', open: true } })[name],
};

const read = (text: string, known: ConnectorOperations | null = null) =>
  readServicesFile({ path: 'services.yaml', text }, known);

const reportedIn = (text: string, known: ConnectorOperations | null = null): readonly string[] =>
  read(text, known).violations.map(({ line, column, message }) => `${line}:${column} ${message}`);

test('[Y5.1] services and codelets name operations, participants and roles principals', () => {
  const { directory, violations } = read(
    `services:
  http://localhost:8080/mail/ib:
    operation: crm.notify
    args: { text: message }
    result: receipt
codelets:
  org.example.Round: crm.find
participants:
  PA-7: ann
roles:
  RO-1: clerk
`,
    operations,
  );
  expect(violations).toEqual([]);
  expect(directory).toEqual({
    services: new Map([
      [
        'http://localhost:8080/mail/ib',
        { operation: 'crm.notify', args: { text: 'message' }, result: 'receipt' },
      ],
    ]),
    codelets: new Map([['org.example.Round', { operation: 'crm.find', args: null, result: null }]]),
    participants: new Map([['PA-7', 'ann']]),
    roles: new Map([['RO-1', 'clerk']]),
  });
});

test('[Y5.1] everything that is wrong is told at once, with its place and what was meant', () => {
  const text = `service:
  a: { operation: crm.notfy, args: { txt: message } }
  b: { opration: crm.notify, args: { txt: message } }
  c: { args: [] }
  d: [1]
codelets: 7
participants: { PA-1: "", PA-2: [x] }
nonsense: 1
`;
  expect(reportedIn(text, operations)).toEqual([
    '1:1 services.yaml has no “service”.',
    '2:19 The service “a” is to be performed by “crm.notfy”, which nobody offers. Did you mean “crm.notify”?',
    '3:8 The service “b” has no “opration”.',
    '3:38 “crm.notify” takes no “txt”. Did you mean “text”?',
    '4:6 The service “c” needs “operation”.',
    '4:14 “args” is a map of names and values.',
    '5:6 The service “d” is a map of keys and values, but here is a list.',
    '6:11 “codelets” is a map of names and values.',
    '7:23 The participant “PA-1” is a name, but here is an empty text.',
    '7:33 The participant “PA-2” is a text, but here is a list.',
    '8:1 services.yaml has no “nonsense”.',
  ]);
});

test('[Y5.1] where nobody knows what can be called, any operation may be named; what takes anything takes any argument', () => {
  expect(reportedIn('services: { a: x.y }')).toEqual([]);
  expect(reportedIn('services: { a: { operation: crm.find, args: { any: thing } } }', operations)).toEqual(
    [],
  );
});

test('[Y5.1] what is right stands, whatever else is wrong; nothing at all is no mistake', () => {
  const { directory } = read('services: { a: x.y, b: [] }\nroles: 7\n');
  expect([...directory.services.keys()]).toEqual(['a']);
  for (const text of ['', 'services:\ncodelets:\n']) expect(reportedIn(text)).toEqual([]);
  expect(reportedIn('services: { a: x.y')).not.toEqual([]);
});
