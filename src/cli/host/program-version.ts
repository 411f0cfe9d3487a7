/** The version of the package. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageFolder } from './package-folder.ts';

export function programVersion(): string {
  const text = readFileSync(join(packageFolder(), 'package.json'), 'utf8');
  const found: unknown = JSON.parse(text);
  const isNamed = typeof found === 'object' && found !== null && 'version' in found;
  return isNamed && typeof found.version === 'string' ? found.version : 'unknown';
}
