/** Reads and validates the configuration files of the operator, and reports all violations at once. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import {
  type AllowedAddresses,
  type ConnectorsConfiguration,
  type ParsedAllowance,
  parseAllowedAddresses,
  publicOnly,
  readConnectorsFile,
} from '../../connectors/index.ts';
import { plainText, type ServiceDirectory, type SourceFile } from '../../languages/index.ts';
import { createRedactor, KeyFileError, type OpenKeyRing, type Repository } from '../../runtime/index.ts';
import type { OperationViolation } from '../contract/operation-error.ts';
import { readServicesFile } from '../documents/read-services-file.ts';
import type { Environment } from '../settings/environment.ts';
import { locatedIn, readOperatorFile } from '../settings/read-operator-file.ts';
import type { Settings } from '../settings/settings-table.ts';
import { dataFiles } from './data-folder.ts';
import { badConfiguration, tryKeys, wrongKeys } from './open-keys.ts';
import { readRepositories } from './read-repositories.ts';

export interface Configuration extends ConnectorsConfiguration {
  readonly allowed: AllowedAddresses;
  /** Allowed targets of webhooks in addition to public addresses. */
  readonly webhookAllowed: AllowedAddresses;
  readonly keyRing: OpenKeyRing;
  /** The services file and its content. It is not yet checked whether connectors offer the operations. */
  readonly servicesFile: SourceFile;
  readonly directory: ServiceDirectory;
  /** Git repositories with workflows. */
  readonly repositories: readonly Repository[];
}

/** Rejects with OperationError and creates nothing. */
export async function readConfiguration(settings: Settings, env: Environment): Promise<Configuration> {
  const allowance = parseAllowedAddresses(settings.allowPrivateAddresses);
  const webhookAllowance = parseAllowedAddresses(settings.webhookAllow, webhookVariable);
  const { configuration, violations } = await readConnectors(settings, env);
  const services = await readServices(settings);
  const repositories = readRepositories(settings, env);
  const { redact } = createRedactor(() => configuration.values);
  const wrong: readonly OperationViolation[] = [
    ...problemsOf(allowance).map((problem) => wrongAddress('SIGNALBOX_ALLOW_PRIVATE_ADDRESSES', problem)),
    ...problemsOf(webhookAllowance).map((problem) => wrongAddress(webhookVariable, problem)),
    ...repositories.violations,
    // An operator may have written a secret instead of a reference to it.
    ...[...violations, ...services.violations].map((each) => ({
      ...each,
      message: redact(plainText(each.message)),
      actual: redact(each.actual),
    })),
  ];
  // Opening missing keys would create them.
  if (wrong.length > 0 && !hasKeys(settings)) throw badConfiguration(wrong);
  const keyRing = await tryKeys(settings);
  if (keyRing instanceof KeyFileError) throw badConfiguration([...wrong, wrongKeys(settings, keyRing)]);
  if (wrong.length > 0) throw badConfiguration(wrong);
  return {
    ...configuration,
    allowed: allowedBy(allowance),
    webhookAllowed: allowedBy(webhookAllowance),
    keyRing,
    servicesFile: services.file,
    directory: services.directory,
    repositories: repositories.repositories,
  };
}

interface FileResult {
  readonly configuration: ConnectorsConfiguration;
  readonly violations: readonly OperationViolation[];
}

async function readConnectors({ connectors: path, data }: Settings, env: Environment): Promise<FileResult> {
  const { text, violations } = await readOperatorFile({
    path,
    isNamed: path !== join(data, 'connectors.yaml'),
    what: 'connector file',
    consequence: 'determines which programs are started',
    flag: '--connectors',
  });
  const readResult = readConnectorsFile({ path, text }, env);
  return {
    configuration: readResult.configuration,
    violations: [...violations, ...(text === '' ? [] : locatedIn(path, readResult.violations))],
  };
}

async function readServices({ services: path, data }: Settings) {
  const { text, violations } = await readOperatorFile({
    path,
    isNamed: path !== join(data, 'services.yaml'),
    what: 'services file',
    consequence: 'determines what is called',
    flag: '--services',
  });
  const file = { path, text };
  const readResult = readServicesFile(file, null);
  return {
    file,
    directory: readResult.directory,
    violations: [...violations, ...(text === '' ? [] : locatedIn(path, readResult.violations))],
  };
}

const webhookVariable = 'SIGNALBOX_WEBHOOK_ALLOW';

const problemsOf = (allowance: ParsedAllowance): readonly string[] =>
  allowance.kind === 'problems' ? allowance.problems : [];

const allowedBy = (allowance: ParsedAllowance): AllowedAddresses =>
  allowance.kind === 'allowed' ? allowance.allowed : publicOnly;

const wrongAddress = (path: string, problem: string): OperationViolation => ({
  path,
  rule: 'allowed-addresses',
  message: problem,
  expected: '1, or comma-separated hosts and ranges',
  actual: 'something else',
});

const hasKeys = ({ keys, data }: Settings): boolean => keys !== '' || existsSync(dataFiles(data).keys);
