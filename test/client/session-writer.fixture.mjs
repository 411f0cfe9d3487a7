/** Saves state after state to one session, until it is killed. Each state says its number and has a matching length. */
import { createFileSessionStore } from '../../src/client/index.ts';

const [folder = '', name = ''] = process.argv.slice(2);
const store = createFileSessionStore(folder);
for (let number = 1; ; number++) {
  await store.save('s-1', { writer: name, number, state_blob: `${name}${number} `.repeat(2_000) });
  process.stdout.write(`${number}\n`);
}
