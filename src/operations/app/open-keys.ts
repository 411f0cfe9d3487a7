/** Opens the encryption keys of a data folder, also for an attached process, so that all processes share them. */
import { joinPhrases, phrase } from '../../languages/index.ts';
import { KeyFileError, type OpenKeyRing, openKeyRing } from '../../runtime/index.ts';
import { OperationError, type OperationViolation } from '../contract/operation-error.ts';
import type { Settings } from '../settings/settings-table.ts';
import { dataFiles } from './data-folder.ts';

/** Rejects with OperationError. */
export async function openKeys(settings: Settings): Promise<OpenKeyRing> {
  const keys = await tryKeys(settings);
  if (keys instanceof KeyFileError) throw badConfiguration([wrongKeys(settings, keys)]);
  return keys;
}

export async function tryKeys({ keys, data }: Settings): Promise<OpenKeyRing | KeyFileError> {
  try {
    return await openKeyRing({ variable: keys, path: dataFiles(data).keys });
  } catch (error) {
    if (error instanceof KeyFileError) return error;
    throw error;
  }
}

export const wrongKeys = ({ keys, data }: Settings, { code, message }: KeyFileError): OperationViolation => ({
  path: keys === '' ? dataFiles(data).keys : 'SIGNALBOX_KEYS',
  rule: code,
  message,
  expected: 'usable keys',
  actual: code,
});

export function badConfiguration(violations: readonly OperationViolation[]): OperationError {
  return new OperationError({
    code: 'bad_configuration',
    message: phrase`Signalbox cannot start with this configuration: ${joinPhrases(violations.map(({ message }) => message))}`,
    suggestedAction: 'Correct what is listed, and start again.',
    violations,
  });
}
