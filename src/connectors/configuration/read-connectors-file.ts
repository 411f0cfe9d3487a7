/** Reads connectors.yaml: reports all errors at once with their positions, and returns the valid part. */
import {
  createReporter,
  describeLocated,
  type Located,
  type LocatedEntry,
  listViolations,
  parseDocument,
  type Reporter,
  readShape,
  readText,
  report,
  type SourceFile,
  type Violation,
} from '../../languages/index.ts';
import { type HostPattern, parseHostPattern, type SecretRule } from '../../runtime/index.ts';
import type { ConnectorsConfiguration } from './connectors-configuration.ts';
import { connectorsShape, secretShape } from './connectors-shape.ts';
import { readConnector } from './read-connector.ts';
import { reportName } from './read-setting.ts';

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
  const fields = document.root === null ? undefined : readShape(reporter, document.root, connectorsShape);
  const connectors = (fields?.read('connectors') ?? []).flatMap(
    (entry) => readConnector(reporter, entry, environment) ?? [],
  );
  const secrets = (fields?.read('secrets') ?? []).flatMap((entry) => readSecret(reporter, entry) ?? []);
  const limits = fields?.read('limits');
  return {
    configuration: {
      connectors,
      secrets,
      limits: { http: limits?.read('http')?.readAll() ?? {}, sql: limits?.read('sql')?.readAll() ?? {} },
      values: [...environment.secrets],
    },
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
  const fields = readShape(reporter, entry.value, secretShape, { what: `The secret “${name}”` });
  if (fields === undefined) return undefined;
  const hosts = fields.read('hosts')?.items.flatMap((item) => readHost(reporter, item) ?? []) ?? [];
  const tenants = fields.read('tenants')?.items ?? [];
  return {
    name,
    hosts,
    tenants:
      fields.entry('tenants') === undefined
        ? '*'
        : tenants.flatMap((item) => readText(reporter, item, 'An item of this list') ?? []),
  };
}

function readHost(reporter: Reporter, located: Located): HostPattern | undefined {
  const pattern =
    located.kind === 'scalar' && typeof located.value === 'string'
      ? parseHostPattern(located.value)
      : undefined;
  if (pattern === undefined) reportHost(reporter, located);
  return pattern;
}

function reportHost(reporter: Reporter, located: Located): void {
  report(reporter, located, {
    rule: 'bad-value',
    message: `A host must be written “api.example.com”, “*.example.com” or “api.example.com:8443”, but is ${describeLocated(located)}.`,
    expected: 'a host',
    actual: describeLocated(located),
  });
}
