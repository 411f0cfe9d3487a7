/** Hides secrets in what a process writes down of its own mistakes, also one that is only attached to a data folder. */
import { createRedactor, isSecretName } from '../../runtime/index.ts';
import type { Environment } from '../settings/environment.ts';

/**
 * What variables hold that are named like secrets is known as one; the rest is told by how it looks.
 * @param others secrets that are known beside those
 */
export function createRedaction(
  env: Environment,
  others: () => readonly string[] = () => [],
): (text: string) => string {
  const secrets = Object.entries(env).flatMap(([name, value]) =>
    value !== undefined && isSecretName(name) ? [value] : [],
  );
  return createRedactor(() => [...secrets, ...others()]).redact;
}
