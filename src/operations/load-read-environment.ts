/** What definitions may refer to, from the files that somebody names: an OpenAPI document, and services.yaml. */
import type { ReadEnvironment, ServiceDirectory, SourceFile } from '../languages/index.ts';
import { readServicesFile } from './directory/read-services-file.ts';
import { readApi } from './read-api.ts';
import { type FileReport, reportOf } from './read-definition.ts';

export interface ReadEnvironmentFiles {
  /** What the workflows may call; null: anything. */
  readonly api: SourceFile | null;
  /** Who does the work of services, and who people and roles are; null: nobody says. */
  readonly services?: SourceFile | null;
  /** The same where it was read already. */
  readonly directory?: ServiceDirectory | undefined;
}

export interface ReadEnvironmentResult {
  /** Of what is right. */
  readonly environment: ReadEnvironment;
  /** Of files that have to be put right first. */
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
