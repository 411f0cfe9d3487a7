import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readConnectorsFile } from './read-connectors-file.ts';

const env = {
  TRAVEL_TOKEN: 'tok-travel',
  CRM_TOKEN: 'tok-crm',
  EMPTY: '',
  BROKEN: 'two\nlines',
  ODD: 'odd-one',
  YEAR: '2026',
};
const read = (text: string) => readConnectorsFile({ path: '/etc/box/connectors.yaml', text }, env);

/** Line, column, rule and message of each error. */
const mistakes = (text: string) =>
  read(text).violations.map(({ line, column, rule, message }) => `${line}:${column} ${rule} ${message}`);

describe('valid files', () => {
  test('[H3.2] commands and URLs can contain environment variables', () => {
    const { configuration, violations } = read(`
connectors:
  travel: { command: node, args: [server.mjs, 1, "--key=\${env:TRAVEL_TOKEN}"], env: { TOKEN: "\${env:TRAVEL_TOKEN}" }, concurrency: 8 }
  crm:
    url: https://crm.example.com/mcp
    headers: { Authorization: "Bearer \${env:CRM_TOKEN}" }
    timeout: 2 minutes
  local-files: { command: ./files, cwd: ../data }
`);
    expect(violations).toEqual([]);
    expect(configuration.connectors).toEqual([
      {
        name: 'travel',
        server: {
          kind: 'stdio',
          command: 'node',
          args: ['server.mjs', '1', '--key=tok-travel'],
          env: { TOKEN: 'tok-travel' },
          cwd: resolve('/etc/box'),
        },
        concurrency: 8,
      },
      {
        name: 'crm',
        server: {
          kind: 'http',
          url: 'https://crm.example.com/mcp',
          headers: { Authorization: 'Bearer tok-crm' },
        },
        timeout: 120_000,
      },
      {
        name: 'local-files',
        server: { kind: 'stdio', command: './files', args: [], env: {}, cwd: resolve('/etc/data') },
      },
    ]);
    expect(configuration.values).toEqual(['tok-travel', 'tok-crm']);
  });

  test('[H6.4] an API has a document, and credentials by the names of its security schemes', () => {
    const { configuration, violations } = read(`
connectors:
  crm:
    openapi: ../apis/crm.json
    auth:
      key: "\${env:CRM_TOKEN}"
      login: { username: ann, password: "\${env:ODD}" }
      client: { client_id: me, client_secret: "\${env:TRAVEL_TOKEN}", scopes: [read, write] }
    timeout: 5 seconds
  plain: { openapi: /apis/plain.yaml, url: "https://api.example.com/v1", headers: { X-Team: blue } }
`);
    expect(violations).toEqual([]);
    expect(configuration.connectors).toEqual([
      {
        name: 'crm',
        server: {
          kind: 'api',
          path: resolve('/etc/apis/crm.json'),
          url: '',
          headers: {},
          credentials: new Map([
            ['key', { kind: 'token', token: 'tok-crm' }],
            ['login', { kind: 'login', username: 'ann', password: 'odd-one' }],
            ['client', { kind: 'client', id: 'me', secret: 'tok-travel', scopes: ['read', 'write'] }],
          ]),
        },
        timeout: 5_000,
      },
      {
        name: 'plain',
        server: {
          kind: 'api',
          path: resolve('/apis/plain.yaml'),
          url: 'https://api.example.com/v1',
          headers: { 'X-Team': 'blue' },
          credentials: new Map(),
        },
      },
    ]);
    expect(configuration.values).toEqual(['tok-crm', 'odd-one', 'tok-travel']);
  });

  test('[H6.4] mistakes in an API are reported at their places', () => {
    expect(
      mistakes(`
connectors:
  a: { openapi: "", url: "ftp://x" }
  b: { openapi: b.json, command: node, args: [x] }
  c: { url: "https://x.example.com", auth: { key: k } }
  d: { openapi: d.json, auth: { e: { username: ann }, f: "", g: { client_id: a, client_secret: b, password: c }, h: [] } }
`),
    ).toEqual([
      '3:17 bad-value The document must be the path of a file.',
      '3:26 bad-value The address must begin with https:// or http://.',
      '4:6 bad-value The connector “b” has a “command” and a “openapi”. Use one of them.',
      '5:38 misplaced-key “auth” is not allowed here: it is for an API with a document under “openapi”.',
      '6:33 bad-value The credential “e” must be a key or a token, or have “username” and “password”, or “client_id” and “client_secret”.',
      '6:58 bad-value The credential “f” must be one line of plain characters.',
      '6:62 bad-value The credential “g” must be a key or a token, or have “username” and “password”, or “client_id” and “client_secret”.',
      '6:117 wrong-type The credential “h” must be a text, but is a list.',
    ]);
  });

  test('[H3.2] secrets have hosts and tenants, and connectors have limits', () => {
    const { configuration, violations } = read(`
secrets:
  API_TOKEN: { hosts: [api.example.com, "*.example.org:8443"], tenants: [default] }
  OTHER: { hosts: [localhost] }
limits:
  http: { concurrency: 64, timeout: 30 seconds, response: 5 MiB }
  sql: { timeout: 5000, memory: 0.5 GiB, concurrency: 1 }
`);
    expect(violations).toEqual([]);
    expect(configuration.secrets).toEqual([
      {
        name: 'API_TOKEN',
        tenants: ['default'],
        hosts: [
          { host: 'api.example.com', wildcard: false, port: undefined },
          { host: 'example.org', wildcard: true, port: 8443 },
        ],
      },
      { name: 'OTHER', tenants: '*', hosts: [{ host: 'localhost', wildcard: false, port: undefined }] },
    ]);
    expect(configuration.limits).toEqual({
      http: { concurrency: 64, timeout: 30_000, response: 5_242_880 },
      sql: { concurrency: 1, timeout: 5_000, memory: 536_870_912 },
    });
  });

  test('[S2.2] a secret may come from a file or a command, relative to the file that lists it', () => {
    const { configuration, violations } = read(`
secrets:
  A: { hosts: [], file: ../run/token }
  B: { hosts: [], file: "\${env:ODD}/token" }
  C: { hosts: [], command: [vault, --token, "\${env:ODD}", read] }
`);
    expect(violations).toEqual([]);
    const folder = resolve('/etc/box');
    expect(configuration.secrets.map(({ source }) => source)).toEqual([
      { kind: 'file', path: resolve('/etc/run/token') },
      { kind: 'file', path: resolve('/etc/box/odd-one/token') },
      { kind: 'command', command: 'vault', args: ['--token', 'odd-one', 'read'], folder },
    ]);
    expect(configuration.values).toEqual(['odd-one']);
  });

  test.each([
    ['a header with any name', `url: "https://x.example.com", headers: { X-Odd: "\${env:ODD}" }`],
    ['a variable by its name', `command: x, env: { ODD: "\${env:CRM_TOKEN}" }`, 'tok-crm'],
    ['a setting by its name', `command: x, env: { API_KEY: "k \${env:ODD}" }`],
    ['an argument by its option', `command: x, args: ["--api-key=\${env:ODD}"]`],
    ['an argument by the option before it', `command: x, args: [--client-secret, "\${env:ODD}"]`],
    ['a header among arguments', `command: x, args: [--header, "Authorization: Bearer \${env:ODD}"]`],
    ['a part of an address by its name', `url: "https://x.example.com/mcp?a=b&token=\${env:ODD}"`],
    ['a login in an address', `command: x, env: { DB: "postgres://app:\${env:ODD}@db.example.com/a" }`],
  ])('[S3.1] a value from the environment is a secret: %s', (_what, setting, secret = 'odd-one') => {
    const { configuration, violations } = read(`connectors: { a: { ${setting} } }`);
    expect(violations).toEqual([]);
    expect(configuration.values).toEqual([secret]);
  });

  test('[S3.1] values that are not secret stay readable in results: years, ports, folders', () => {
    const { configuration, violations } = read(`
connectors:
  a: { command: "\${env:ODD}", args: [--year, "\${env:YEAR}", "--port=\${env:YEAR}"], env: { PORT: "\${env:YEAR}" }, cwd: "/\${env:ODD}" }
  b: { url: "https://secrets.example.com:\${env:YEAR}/\${env:ODD}?year=\${env:YEAR}&a=b" }
`);
    expect(violations).toEqual([]);
    expect(configuration.connectors).toHaveLength(2);
    expect(configuration.values).toEqual([]);
  });

  test.each(['', '# nothing yet', 'connectors:', '{}'])('[H3.2] an empty file is valid: %j', (text) => {
    expect(read(text)).toEqual({
      configuration: { connectors: [], secrets: [], limits: { http: {}, sql: {} }, values: [] },
      violations: [],
    });
  });
});

describe('invalid files', () => {
  test('[H3.2] all errors are reported at once, with their positions; the valid part is configured', () => {
    const text = `connectors:
  travel: { comand: node }
  crm: { url: "ftp://crm.example.com" }
  http: { command: node }
  Two Words: { command: node }
  both: { command: node, url: "https://x.example.com" }
  neither: { concurrency: 0 }
  fine: { command: node }
  mixed: { url: "https://x.example.com", env: { A: b } }
  login: { url: "https://me:pw@x.example.com" }
  unset: { command: node, env: { TOKEN: "\${env:TRAVEL_TOKN}", 1X: "\${TRAVEL_TOKEN}", E: "\${env:EMPTY}" } }
  header: { url: "https://x.example.com", headers: { "a b": c, x: "\${env:BROKEN}" }, timeout: soon }
secrets:
  API_TOKEN: { hosts: ["https://api.example.com/", 5] }
  no-name: { hosts: [] }
  VALUE: { value: x }
  TWO: { hosts: [], file: a, command: [b] }
  NO_FILE: { hosts: [], file: "" }
  NOTHING: { hosts: [], command: [] }
  NO_NAME: { hosts: [], command: [" ", a] }
  NO_LIST: { hosts: [], command: vault }
  NO_VAR: { hosts: [], command: [a, "\${env:NOT_SET}"] }
limits: { http: { response: 5 MB }, ftp: {} }
secret: {}
`;
    expect(mistakes(text)).toEqual([
      '2:13 unknown-key The connector “travel” has no “comand”.',
      '3:15 bad-value The address must begin with https:// or http://.',
      '4:3 reserved-name A connector cannot be named “http”: the name is reserved.',
      '5:3 bad-name The name of a connector must have lower-case letters, digits, _ and -, begin with a letter, and have at most 40 characters.',
      '6:9 bad-value The connector “both” has a “command” and a “url”. Use one of them.',
      '7:12 missing-key The connector “neither” needs a “command” to start, the “url” of a server, or the document of an API under “openapi”.',
      '7:27 bad-value The number of calls at once must be a whole number from 1 to 1000, but is the number 0.',
      '9:42 misplaced-key “env” is not allowed here: it is for a “command” that is started.',
      '10:17 bad-value The address holds a user name or a password. Put credentials under “headers”.',
      '11:41 unset-variable The environment variable “TRAVEL_TOKN” is not set. Did you mean “TRAVEL_TOKEN”? Set it before Signalbox starts.',
      '11:63 bad-name A variable must be named with letters, digits and _, not starting with a digit.',
      `11:67 bad-reference “\${TRAVEL_TOKEN}” is not a reference. Write an environment variable as \${env:NAME}.`,
      '11:89 unset-variable The environment variable “EMPTY” is empty. Set it before Signalbox starts.',
      '12:54 bad-name “a b” is not a valid header name.',
      '12:67 bad-value The header “x” has characters that no header can have, such as line breaks.',
      '12:95 bad-value The timeout must be a duration such as “30 seconds” and greater than 0, but is the text “soon”.',
      '14:24 bad-value A host must be written “api.example.com”, “*.example.com” or “api.example.com:8443”, but is the text “https://api.example.com/”.',
      '14:52 bad-value A host must be written “api.example.com”, “*.example.com” or “api.example.com:8443”, but is the number 5.',
      '15:3 bad-name The name of a secret must be letters, digits and _, and not begin with a digit.',
      '16:10 missing-key The secret “VALUE” needs “hosts”.',
      '16:12 misplaced-key “value” is not allowed here: the value of a secret comes from the environment variable of its name, a “file” or a “command”.',
      '17:30 misplaced-key “command” is not allowed here: the secret has a “file”. Use one of them.',
      '18:31 bad-value The path of the file is empty.',
      '19:34 bad-value The command must begin with the name or the path of a program.',
      '20:34 bad-value The command must begin with the name or the path of a program.',
      '21:34 wrong-type The value of “command” must be a list, but is the text “vault”.',
      '22:37 unset-variable The environment variable “NOT_SET” is not set. Set it before Signalbox starts.',
      '23:29 bad-value The value of “response” must be a size such as “5 MiB” and greater than 0, but is the text “5 MB”.',
      '23:37 unknown-key The value of “limits” has no “ftp”.',
      '24:1 unknown-key connectors.yaml has no “secret”.',
    ]);
    expect(read(text).configuration.connectors.map(({ name }) => name)).toEqual(['fine']);
  });

  test('[H3.2] a misspelled key is reported with a suggestion and the edit', () => {
    const [violation] = read('connectors:\n  travel: { comand: node }\n').violations;
    expect(violation?.suggestion).toMatchObject({
      text: 'Did you mean “command”?',
      edits: [{ line: 2, column: 13, text: 'command' }],
    });
  });

  test('[H3.2] values from the environment are in no message', () => {
    const text = `connectors: { a: { url: "\${env:CRM_TOKEN}" }, b: { url: "https://x\${env:TRAVEL_TOKEN}:y@z" } }`;
    const told = JSON.stringify(read(text).violations);
    expect(read(text).violations).toHaveLength(2);
    expect(told).not.toContain('tok-');
  });

  test.each([
    ['[1]', 'wrong-type'],
    ['connectors: [a]', 'wrong-type'],
    ['connectors: { a: node }', 'wrong-type'],
    ['connectors: { a: { command: [node] } }', 'wrong-type'],
    ['connectors: { a: { command: " " } }', 'bad-value'],
    ['connectors: { a: { command: x, args: y } }', 'wrong-type'],
    ['secrets: { A: { hosts: x } }', 'wrong-type'],
    ['limits: 5', 'wrong-type'],
    ['connectors: { a: { command: x }', 'syntax'],
    ['connectors: { a: { command: x }, a: { command: y } }', 'duplicate-key'],
  ])('[H3.2] %s is reported as %s', (text, rule) => {
    expect(read(text).violations.map((violation) => violation.rule)).toContain(rule);
  });
});
