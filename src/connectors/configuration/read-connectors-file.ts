/** Reads connectors.yaml: reports all errors at once with their positions, and returns the valid part. */
import {
  createReporter,
  describeLocated,
  type Located,
  type LocatedEntry,
  listViolations,
  type MapFields,
  parseDocument,
  type Reporter,
  readInteger,
  readMap,
  report,
  type SourceFile,
  type Violation,
} from '../../languages/index.ts';
import { type HostPattern, parseHostPattern, type SecretRule } from '../../runtime/index.ts';
import type { ConfiguredLimits, ConnectorsConfiguration } from './connectors-configuration.ts';
import { readConnector } from './read-connector.ts';
import { readDuration, readNamed, readSize, readTexts, reportName } from './read-setting.ts';

export interface ConnectorsReadResult {
  /** The valid part. */
  readonly configuration: ConnectorsConfiguration;
  readonly violations: readonly Violation[];
}

/** @param variables the environment for `${env:NAME}` */
export function readConnectorsFile(
  source: SourceFile,
  variables: { readonly [name: string]: string | undefined },
): ConnectorsReadResult {
  const document = parseDocument(source);
  const reporter = createReporter(document, document.quota);
  const environment = { variables, secrets: new Set<string>() };
  const fields =
    document.root === null
      ? undefined
      : readMap(reporter, document.root, {
          what: 'connectors.yaml',
          keys: ['connectors', 'secrets', 'limits'],
          synonyms: { mcpServers: 'connectors', servers: 'connectors' },
        });
  const connectors = readNamed(reporter, fields?.value('connectors'), 'The value of “connectors”').flatMap(
    (entry) => readConnector(reporter, entry, environment) ?? [],
  );
  const secrets = readNamed(reporter, fields?.value('secrets'), 'The value of “secrets”').flatMap(
    (entry) => readSecret(reporter, entry) ?? [],
  );
  const limits = readLimits(reporter, fields?.value('limits'));
  return {
    configuration: { connectors, secrets, limits, values: [...environment.secrets] },
    violations: listViolations([...document.violations, ...reporter.violations()]),
  };
}

/** Where each secret may be sent, and for which tenants. */
function readSecret(reporter: Reporter, entry: LocatedEntry): SecretRule | undefined {
  const name = entry.key;
  if (!/^[A-Za-z_][A-Za-z0-9_]*$/.test(name)) {
    const message = 'The name of a secret must be its environment variable: letters, digits and _.';
    reportName(reporter, entry, 'bad-name', message, 'a name such as “API_TOKEN”');
  }
  const fields = readMap(reporter, entry.value, {
    what: `The secret “${name}”`,
    keys: ['hosts', 'tenants'],
    synonyms: { host: 'hosts', tenant: 'tenants' },
    required: { hosts: ['api.example.com'] },
    misplacedKeys: { value: 'the value of a secret comes from the environment variable of its name' },
  });
  if (fields === undefined) return undefined;
  const hosts = readHosts(reporter, fields);
  const tenants = fields.entry('tenants');
  return {
    name,
    hosts,
    tenants: tenants === undefined ? '*' : readTexts(reporter, tenants.value, 'The value of “tenants”'),
  };
}

function readHosts(reporter: Reporter, fields: MapFields<'hosts' | 'tenants'>): readonly HostPattern[] {
  const located = fields.value('hosts');
  if (located?.kind !== 'list') {
    readTexts(reporter, located, 'The value of “hosts”');
    return [];
  }
  return located.items.flatMap((item) => {
    const pattern =
      item.kind === 'scalar' && typeof item.value === 'string' ? parseHostPattern(item.value) : undefined;
    if (pattern === undefined) reportHost(reporter, item);
    return pattern ?? [];
  });
}

function reportHost(reporter: Reporter, located: Located): void {
  report(reporter, located, {
    rule: 'bad-value',
    message: `A host must be written “api.example.com”, “*.example.com” or “api.example.com:8443”, but is ${describeLocated(located)}.`,
    expected: 'a host',
    actual: describeLocated(located),
  });
}

function readLimits(reporter: Reporter, located: Located | undefined): ConfiguredLimits {
  const fields =
    located === undefined
      ? undefined
      : readMap(reporter, located, { what: 'The value of “limits”', keys: ['http', 'sql'] });
  const http = readKind(reporter, fields?.value('http'), 'http', 'response');
  const sql = readKind(reporter, fields?.value('sql'), 'sql', 'memory');
  const { size: response, ...ofHttp } = http;
  const { size: memory, ...ofSql } = sql;
  return {
    http: { ...ofHttp, ...(response === undefined ? {} : { response }) },
    sql: { ...ofSql, ...(memory === undefined ? {} : { memory }) },
  };
}

interface KindLimits {
  readonly concurrency?: number;
  readonly timeout?: number;
  readonly size?: number;
}

/** @param sizeKey the setting that limits bytes */
function readKind(
  reporter: Reporter,
  located: Located | undefined,
  kind: string,
  sizeKey: string,
): KindLimits {
  if (located === undefined) return {};
  const fields = readMap<string>(reporter, located, {
    what: `The limits of “${kind}”`,
    keys: ['concurrency', 'timeout', sizeKey],
  });
  const concurrency = readInteger(reporter, fields?.value('concurrency'), 'The number of calls at once', {
    minimum: 1,
    maximum: 1_000,
  });
  const timeout = readDuration(reporter, fields?.value('timeout'), 'The timeout');
  const size = readSize(reporter, fields?.value(sizeKey), `The value of “${sizeKey}”`);
  return {
    ...(concurrency === undefined ? {} : { concurrency }),
    ...(timeout === undefined ? {} : { timeout }),
    ...(size === undefined ? {} : { size }),
  };
}
