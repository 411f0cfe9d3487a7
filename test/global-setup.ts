/** Builds the program and the fixtures that tests start, before any test. */
import { fileURLToPath } from 'node:url';
import { writeFixtures } from '../scripts/bundle-libraries.js';
import { writeBundles } from '../scripts/prepare.js';

const root = fileURLToPath(new URL('..', import.meta.url));

export async function setup(): Promise<void> {
  await writeBundles(root);
  await writeFixtures(root);
}
