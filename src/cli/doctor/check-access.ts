/**
 * Checks the auth file and reports everything that is wrong with it. Reports nothing if no credentials are configured.
 */
import type { Environment, Settings } from '../../operations/index.ts';
import { oneLine } from '../print/clean-lines.ts';
import { pluralize } from '../print/pluralize.ts';
import { type Finding, fail, ok } from './finding.ts';

export async function checkAccess(settings: Settings, env: Environment): Promise<readonly Finding[]> {
  const { plainText, readAccess } = await import('../../operations/index.ts');
  const { configuration, violations } = await readAccess(settings, env);
  if (violations.length > 0) {
    return violations.map(({ message }) =>
      fail(
        'access',
        oneLine(plainText(message)),
        'Correct the file: the server does not start with these errors.',
      ),
    );
  }
  const { issuers, certificates } = configuration;
  if (issuers.length + certificates.length === 0) return [];
  return [
    ok(
      'access',
      `${pluralize(issuers.length, 'issuer')} and ${pluralize(certificates.length, 'certificate')}`,
    ),
  ];
}
