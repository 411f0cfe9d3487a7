/** The shape of connectors.yaml. */
import {
  described,
  integer,
  type LocatedEntry,
  list,
  nested,
  readEntries,
  shape,
  text,
  theValueOf,
  type ValueType,
} from '../../languages/index.ts';
import { duration, size } from './read-setting.ts';

/** The entries of a map whose keys are chosen by the operator; no value is an empty map. */
const named = (values: ValueType<unknown>): ValueType<readonly LocatedEntry[]> => ({
  read: (reporter, located, what) =>
    located.kind === 'scalar' && located.value === null ? [] : readEntries(reporter, located, what),
  schema: (refer) => ({ type: ['object', 'null'], additionalProperties: values.schema(refer) }),
  label: `map of ${values.label}`,
});

/** A text with `${env:NAME}`, which is filled from the environment when the connector is read. */
const filled = described('text', text.schema);

const calls = (concurrency: number | string, timeout: string) => ({
  concurrency: {
    type: integer({ minimum: 1, maximum: 1_000 }),
    what: 'The number of calls at once',
    doc: `How many calls are made at once. Default: ${concurrency}.`,
  },
  timeout: {
    type: duration,
    what: 'The timeout',
    doc: `A call that takes longer fails. Default: ${timeout}.`,
    example: '30 seconds',
  },
});

const transport = 'a connector with “command” is started, one with “url” is reached over HTTP';

/** A login, or a client that gets tokens. */
export const credentialShape = shape({
  name: 'credential',
  what: 'A credential',
  whatOf: theValueOf,
  keys: {
    username: { type: filled, doc: 'The user name, for HTTP basic.' },
    password: { type: filled, doc: 'The password, for HTTP basic.' },
    client_id: {
      type: filled,
      doc: 'The id of a client of OAuth 2, which gets tokens by its own credentials.',
    },
    client_secret: { type: filled, doc: 'The secret of the client.' },
    scopes: { type: list(text), doc: 'The scopes to request. Default: those that the operation needs.' },
  },
  together: {
    oneOf: [
      {
        required: ['username', 'password'],
        properties: { client_id: false, client_secret: false, scopes: false },
      },
      { required: ['client_id', 'client_secret'], properties: { username: false, password: false } },
    ],
  },
});

export const connectorShape = shape({
  name: 'connector',
  what: 'A connector',
  whatOf: theValueOf,
  keys: {
    command: {
      type: filled,
      doc: 'The program to start: an MCP server that speaks stdio.',
      aliases: ['cmd'],
    },
    args: {
      type: list(filled),
      doc: 'The arguments of the program.',
      aliases: ['arguments'],
    },
    env: {
      type: named(filled),
      doc: 'Environment variables of the program, by name.',
      aliases: ['environment'],
      // biome-ignore lint/suspicious/noTemplateCurlyInString: the notation of the file
      example: { API_TOKEN: '${env:API_TOKEN}' },
    },
    cwd: {
      type: filled,
      doc: 'The folder that the program starts in, relative to this file. Default: the folder of this file.',
      aliases: ['workingDirectory'],
    },
    openapi: {
      type: filled,
      doc: 'The OpenAPI document of an API, as JSON or YAML, relative to this file. Its operations are those of the connector.',
      aliases: ['spec'],
      example: './petstore.json',
    },
    url: {
      type: filled,
      doc: 'The address of an MCP server; with “openapi”, of the API. Default there: the server that the document names.',
      aliases: ['uri'],
    },
    auth: {
      type: named(
        described('text or map', (refer) => ({ anyOf: [text.schema(refer), refer(credentialShape)] })),
      ),
      doc: 'The credentials of an API, by the name of the security scheme in its document: a key or token, or a map.',
      // biome-ignore lint/suspicious/noTemplateCurlyInString: the notation of the file
      example: { apiKey: '${env:API_KEY}' },
    },
    headers: {
      type: named(filled),
      doc: 'Headers that every request carries, by name.',
    },
    ...calls('8; of an API 16', '60 seconds; of an API 30 seconds for the whole request'),
  },
  whyMisplaced: (key) => (key === 'type' || key === 'transport' ? transport : undefined),
  together: {
    oneOf: [
      { required: ['command'], properties: { url: false, headers: false, openapi: false, auth: false } },
      {
        required: ['url'],
        properties: { command: false, args: false, env: false, cwd: false, openapi: false, auth: false },
      },
      { required: ['openapi'], properties: { command: false, args: false, env: false, cwd: false } },
    ],
  },
});

export const secretShape = shape({
  name: 'secret',
  what: 'A secret',
  whatOf: theValueOf,
  keys: {
    hosts: {
      type: list(described('hosts', { type: 'string' })),
      doc: 'The hosts that the secret may be sent to.',
      placeholder: ['api.example.com'],
      aliases: ['host'],
    },
    tenants: {
      type: list(text),
      doc: 'The tenants that may use it. Default: all.',
      aliases: ['tenant'],
    },
    file: {
      type: filled,
      doc: 'The file that contains the value, relative to this file. Default: the environment variable of its name.',
      example: '/run/secrets/api-token',
    },
    command: {
      type: list(filled, { minItems: 1 }),
      doc: 'The program, and its arguments, that prints the value. It is run without a shell.',
      example: ['vault', 'kv', 'get', '-field=token', 'secret/api'],
    },
  },
  whyMisplaced: (key) =>
    key === 'value'
      ? 'the value of a secret comes from the environment variable of its name, a “file” or a “command”'
      : undefined,
  together: { not: { required: ['file', 'command'] } },
});

const httpShape = shape({
  name: 'http',
  what: 'The limits of “http”',
  whatOf: theValueOf,
  keys: {
    ...calls(64, '30 seconds'),
    response: {
      type: size,
      doc: 'The size of the largest response. Default: 5 MiB.',
      example: '5 MiB',
    },
  },
});

const sqlShape = shape({
  name: 'sql',
  what: 'The limits of “sql”',
  whatOf: theValueOf,
  keys: {
    ...calls(2, '10 seconds'),
    memory: {
      type: size,
      doc: 'The memory of a query. Default: 512 MiB.',
      example: '512 MiB',
    },
  },
});

const limitsShape = shape({
  name: 'limits',
  what: 'The value of “limits”',
  keys: {
    http: { type: nested(httpShape), doc: 'The limits of calls over HTTP.' },
    sql: { type: nested(sqlShape), doc: 'The limits of SQL queries.' },
  },
});

export const connectorsShape = shape({
  name: 'connectors',
  what: 'connectors.yaml',
  whatOf: theValueOf,
  keys: {
    connectors: {
      type: named(nested(connectorShape)),
      doc: 'MCP servers whose tools, and APIs whose operations workflows may call, by name.',
      aliases: ['mcpServers', 'servers'],
    },
    secrets: {
      type: named(nested(secretShape)),
      doc: 'Secrets that requests may carry, by the environment variable that holds them.',
    },
    limits: { type: nested(limitsShape), doc: 'Limits of the built-in connectors.' },
  },
});
