/** The path of the bundle of `name.fixture.mjs`. The global setup of the tests writes it. */
import { fileURLToPath } from 'node:url';

export function fixturePath(name: string): string {
  return fileURLToPath(new URL(`../dist/fixtures/${name}.fixture.mjs`, import.meta.url));
}
