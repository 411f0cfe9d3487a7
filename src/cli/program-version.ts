/** The version of the package. */
import { readFileSync } from 'node:fs';

export function programVersion(): string {
  const text = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
  const found: unknown = JSON.parse(text);
  const isNamed = typeof found === 'object' && found !== null && 'version' in found;
  return isNamed && typeof found.version === 'string' ? found.version : 'unknown';
}
