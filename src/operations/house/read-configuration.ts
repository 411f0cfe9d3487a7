/** What the operator configured beside the settings, checked as a whole: everything that is wrong is told at once. */
import { type AllowedAddresses, parseAllowedAddresses, publicOnly } from '../../connectors/index.ts';
import { KeyFileError, type OpenKeyRing, openKeyRing, type SecretRule } from '../../runtime/index.ts';
import { OperationError, type OperationViolation } from '../contract/operation-error.ts';
import type { Environment } from '../settings/environment.ts';
import type { Settings } from '../settings/settings-table.ts';
import { dataFiles } from './data-folder.ts';

export interface Configuration {
  readonly allowed: AllowedAddresses;
  readonly keyRing: OpenKeyRing;
  readonly secrets: readonly SecretRule[];
  /** Of the environment, in the configuration itself: never shown. */
  readonly secretValues: readonly string[];
}

/** Rejects with OperationError. */
export async function readConfiguration(settings: Settings, _env: Environment): Promise<Configuration> {
  const violations: OperationViolation[] = [];
  const allowance = parseAllowedAddresses(settings.allowPrivateAddresses);
  if (allowance.kind === 'problems') {
    violations.push(
      ...allowance.problems.map((problem) => ({
        path: 'SIGNALBOX_ALLOW_PRIVATE_ADDRESSES',
        rule: 'allowed-addresses',
        message: problem,
        expected: '1, or hosts and ranges parted by commas',
        actual: settings.allowPrivateAddresses,
      })),
    );
  }
  const keyRing = await openKeys(settings);
  if (keyRing instanceof KeyFileError) violations.push(violationOfKeys(settings, keyRing));
  if (violations.length > 0 || keyRing instanceof KeyFileError) throw badConfiguration(violations);
  return {
    allowed: allowance.kind === 'allowed' ? allowance.allowed : publicOnly,
    keyRing,
    secrets: [],
    secretValues: [],
  };
}

async function openKeys({ keys, data }: Settings): Promise<OpenKeyRing | KeyFileError> {
  try {
    return await openKeyRing({ variable: keys, path: dataFiles(data).keys });
  } catch (error) {
    if (error instanceof KeyFileError) return error;
    throw error;
  }
}

const violationOfKeys = ({ keys, data }: Settings, { code, message }: KeyFileError): OperationViolation => ({
  path: keys === '' ? dataFiles(data).keys : 'SIGNALBOX_KEYS',
  rule: code,
  message,
  expected: 'keys that can be used',
  actual: code,
});

function badConfiguration(violations: readonly OperationViolation[]): OperationError {
  return new OperationError({
    code: 'bad_configuration',
    category: 'validation',
    message: `Signalbox cannot start with this configuration: ${violations.map(({ message }) => message).join(' ')}`,
    suggestedAction: 'Correct what is listed, and start again.',
    violations,
  });
}
