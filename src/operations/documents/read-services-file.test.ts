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

test('[Y5.1] services and codelets map to operations, participants and roles to principals', () => {
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

test('[Y5.1] all violations are reported at once, with their locations and suggestions', () => {
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
    '2:19 The service “a” refers to “crm.notfy”, which no connector offers. Did you mean “crm.notify”?',
    '3:8 The service “b” has no “opration”.',
    '3:38 “crm.notify” has no argument “txt”. Did you mean “text”?',
    '4:6 The service “c” needs “operation”.',
    '4:14 “args” must be a map of names and values.',
    '5:6 The service “d” must be a map of keys and values, but is a list.',
    '6:11 “codelets” must be a map of names and values.',
    '7:23 The participant “PA-1” must be a name, but is an empty text.',
    '7:33 The participant “PA-2” must be a text, but is a list.',
    '8:1 services.yaml has no “nonsense”.',
  ]);
});

test('[Y5.1] if the operations are unknown, any operation is accepted; an operation without declared arguments accepts any argument', () => {
  expect(reportedIn('services: { a: x.y }')).toEqual([]);
  expect(reportedIn('services: { a: { operation: crm.find, args: { any: thing } } }', operations)).toEqual(
    [],
  );
});

test('[Y5.1] valid entries are kept despite invalid ones, and an empty file is valid', () => {
  const { directory } = read('services: { a: x.y, b: [] }\nroles: 7\n');
  expect([...directory.services.keys()]).toEqual(['a']);
  for (const text of ['', 'services:\ncodelets:\n']) expect(reportedIn(text)).toEqual([]);
  expect(reportedIn('services: { a: x.y')).not.toEqual([]);
});
