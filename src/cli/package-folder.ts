/** The folder of the package, which holds what comes with the program: its description and the examples. */
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Looked for upwards: the sources, what was built of them, and the one-file program are not equally deep in it. */
export function packageFolder(): string {
  let folder = new URL('.', import.meta.url);
  while (!existsSync(new URL('package.json', folder))) {
    const above = new URL('..', folder);
    if (above.href === folder.href) throw new Error('The package.json of Signalbox is missing');
    folder = above;
  }
  return fileURLToPath(folder);
}
