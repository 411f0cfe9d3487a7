/** What is wrong with headers that a caller writes: a secret must be a reference. */
import { isHeaderName, isHeaderValue, isSecretName } from '../../runtime/index.ts';
import { isReference } from '../catalog-store/references-in.ts';
import type { OperationViolation } from '../contract/operation-error.ts';
import type { Services } from '../contract/services.ts';

export type GivenHeaders = { readonly [name: string]: string | null };

export function headerViolations(
  headers: GivenHeaders | undefined = {},
  { redact }: Pick<Services, 'redact'>,
): readonly OperationViolation[] {
  return Object.entries(headers).flatMap(([name, value]) => {
    const path = `headers.${name}`;
    if (!isHeaderName(name)) return [violation(path, 'bad-name', `“${name}” is not a valid header name.`)];
    if (value === null) return [];
    if (!isHeaderValue(value))
      return [violation(path, 'bad-value', `The header “${name}” must be one line of plain characters.`)];
    const isSecret =
      /^(?:proxy-)?authorization$|cookie|auth|key|token|secret/i.test(name) || isSecretName(name);
    return (isSecret && !isReference(value)) || (redact !== undefined && redact(value) !== value)
      ? [
          violation(
            path,
            'plain-secret',
            `The header “${name}” carries a secret. Write a reference to it, such as “Bearer \${env:API_TOKEN}”.`,
          ),
        ]
      : [];
  });
}

const expected: { readonly [rule: string]: string } = {
  'bad-name': 'a name such as “X-Api-Key”',
  'bad-value': 'a line of plain characters',
  'plain-secret': 'a reference to a secret',
  'unknown-scheme': 'a scheme of the document',
  'credential-form': 'a credential of the form that the scheme needs',
};

export const violation = (path: string, rule: string, message: string): OperationViolation => ({
  path,
  rule,
  message,
  expected: expected[rule] ?? '',
  // It may be a secret.
  actual: 'something else',
});
