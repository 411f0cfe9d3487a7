/** Redacts secrets in the error output of a process, also of one that is only attached to a data folder. */
import { createRedactor, isSecretVariable } from '../../runtime/index.ts';
import type { Environment } from './environment.ts';

/**
 * Treats values of variables with secret-like names as secrets, and detects others by their form.
 * @param others further known secrets
 */
export function createRedaction(
  env: Environment,
  others: () => readonly string[] = () => [],
): (text: string) => string {
  const secrets = Object.entries(env).flatMap(([name, value]) =>
    value !== undefined && isSecretVariable(name) ? [value] : [],
  );
  return createRedactor(() => [...secrets, ...others()]).redact;
}
