/** Asks the servers of a connector file for the operations that they offer, without an app. */
import { resolve } from 'node:path';
import { computeTransform, publicOnly, readConnectorsFile } from '../../connectors/index.ts';
import type { SourceFile } from '../../languages/index.ts';
import { createRedactor, createSecretResolver, systemClock } from '../../runtime/index.ts';
import type { KnownOperations } from '../documents/known-operations.ts';
import { type FileReport, reportOf } from '../documents/read-definition.ts';
import { openConnectorListings } from '../infrastructure/connector-listings.ts';
import type { Environment } from '../settings/environment.ts';
import { openConnectors } from './open-connectors.ts';

export interface ListedOperations {
  /** Null if the file has errors. */
  readonly operations: KnownOperations | null;
  /** The report of a file with errors. */
  readonly invalid: readonly FileReport[];
  /** Of each server that does not answer, the reason. */
  readonly silent: readonly string[];
}

/** Connectors wait less for their servers. */
const maxWaitMs = 10_000;

export interface ListOptions {
  /** The current folder, for relative paths. */
  readonly folder: string;
  readonly env: Environment;
  readonly version: string;
}

/** Starts the programs that the file names, and ends them. */
export async function listOperations(
  file: SourceFile,
  { folder, env, version }: ListOptions,
): Promise<ListedOperations> {
  const source = { ...file, path: resolve(folder, file.path) };
  const { configuration, violations } = readConnectorsFile(source, env);
  const redactor = createRedactor(() => configuration.values);
  if (violations.length > 0) {
    return { operations: null, invalid: [reportOf(file.path, 'connectors', violations)], silent: [] };
  }
  const { connectors, builtIn } = openConnectors({
    ...configuration,
    allowed: publicOnly,
    clock: systemClock,
    secrets: createSecretResolver({ env, allow: configuration.secrets }),
    redactor,
    version,
    transform: async (_, input) => computeTransform(input),
  });
  const { all } = connectors;
  try {
    const listings = await openConnectorListings({ all, builtIn, clock: systemClock });
    await listings.ask(maxWaitMs);
    const configured = all.filter((connector) => !builtIn.includes(connector));
    const states = await Promise.all(configured.map((connector) => connector.health()));
    const silent = states.flatMap(({ state, message }) => (state === 'ready' ? [] : [message]));
    return { operations: listings.knownTo(''), invalid: [], silent };
  } finally {
    await Promise.all(all.map((connector) => connector.close()));
  }
}
