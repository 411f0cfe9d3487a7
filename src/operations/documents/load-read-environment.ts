/** Loads what definitions may refer to from files: an OpenAPI document and services.yaml. */
import type {
  ConnectorOperations,
  ReadEnvironment,
  ServiceDirectory,
  SourceFile,
} from '../../languages/index.ts';
import { readApi } from './read-api.ts';
import { type FileReport, reportOf } from './read-definition.ts';
import { readServicesFile } from './read-services-file.ts';

export interface ReadEnvironmentFiles {
  /** Operations that workflows may call; null: any. */
  readonly api: SourceFile | null;
  /** Operations of connectors that workflows may call in addition; null: unknown. */
  readonly listed?: ConnectorOperations | null;
  /** Who performs the services, and who people and roles are; null: not declared. */
  readonly services?: SourceFile | null;
  /** The same, already loaded. */
  readonly directory?: ServiceDirectory | undefined;
}

export interface ReadEnvironmentResult {
  /** Loaded without errors. */
  readonly environment: ReadEnvironment;
  /** Reports of files that must be corrected first. */
  readonly invalid: readonly FileReport[];
}

export function loadReadEnvironment(files: ReadEnvironmentFiles): ReadEnvironmentResult {
  const { api, listed = null, services = null, directory = null } = files;
  const known = readApi(api);
  const operations = ofBoth(known.kind === 'operations' ? known.operations : null, listed);
  const read = services === null ? undefined : readServicesFile(services, operations);
  return {
    environment: { operations, services: read?.directory ?? directory },
    invalid: [
      ...(known.kind === 'invalid' ? [known.report] : []),
      ...(services === null || read === undefined || read.violations.length === 0
        ? []
        : [reportOf(services.path, 'services', read.violations)]),
    ],
  };
}

/** The API comes first. */
function ofBoth(
  api: ConnectorOperations | null,
  listed: ConnectorOperations | null,
): ConnectorOperations | null {
  if (api === null || listed === null) return api ?? listed;
  return {
    names: [...api.names, ...listed.names],
    find: (name) => api.find(name) ?? listed.find(name),
    problemOf: (name) => (api.find(name) === undefined ? listed.problemOf?.(name) : undefined),
  };
}
