/** Reads connectors.yaml: reports all errors at once with their positions, and returns the valid part. */
import {
  createReporter,
  listViolations,
  parseDocument,
  readShape,
  type SourceFile,
  type Violation,
} from '../../languages/index.ts';
import type { ConnectorsConfiguration } from './connectors-configuration.ts';
import { connectorsShape } from './connectors-shape.ts';
import { readConnector } from './read-connector.ts';
import { readSecret } from './read-secret.ts';

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
  const secrets = (fields?.read('secrets') ?? []).flatMap(
    (entry) => readSecret(reporter, entry, environment) ?? [],
  );
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
