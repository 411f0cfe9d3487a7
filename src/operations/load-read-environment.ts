/** Loads what definitions may refer to from files: an OpenAPI document and services.yaml. */
import type { ReadEnvironment, ServiceDirectory, SourceFile } from '../languages/index.ts';
import { readServicesFile } from './directory/read-services-file.ts';
import { readApi } from './read-api.ts';
import { type FileReport, reportOf } from './read-definition.ts';

export interface ReadEnvironmentFiles {
  /** Operations that workflows may call; null: any. */
  readonly api: SourceFile | null;
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
  const { api, services = null, directory = null } = files;
  const known = readApi(api);
  const operations = known.kind === 'operations' ? known.operations : null;
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
