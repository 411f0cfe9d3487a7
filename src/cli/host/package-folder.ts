/** Finds the package folder, which holds the package.json and the examples. */
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Searches upwards: the sources, the build and the bundle are at different depths. */
export function packageFolder(): string {
  let folder = new URL('.', import.meta.url);
  while (!existsSync(new URL('package.json', folder))) {
    const above = new URL('..', folder);
    if (above.href === folder.href) throw new Error('The package.json of Signalbox is missing');
    folder = above;
  }
  return fileURLToPath(folder);
}
