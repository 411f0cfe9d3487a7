/**
 * A process that imports the document on its input, and kills itself at the given point: `version`: when its files are
 * where they belong, and the record does not name them yet; `half`: between these files; `record`: after it is written and
 * before the answer.
 */
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

const { flags, env, folder, moment, input } = JSON.parse(process.argv[2]);
const die = () => process.kill(process.pid, 'SIGKILL');

const { rename } = fs.promises;
fs.promises.rename = async (from, to) => {
  const isRecord = String(to).endsWith('catalog.json');
  if (isRecord && moment === 'version') die();
  await rename(from, to);
  if (isRecord && moment === 'record') die();
  if (moment === 'half') die();
};
syncBuiltinESMExports();

const { resolveSettings, scopes } = await import('../../src/operations/index.ts');
const { openSignalbox } = await import('../../src/server/index.ts');
const ann = { subject: 'ann', tenant: 'default', scopes: new Set(scopes), roles: [], kind: 'person' };
const { settings } = resolveSettings({ flags: new Map(flags), env, folder });
const signalbox = await openSignalbox(settings, { env, version: '1', warn: () => {} });
const answer = await signalbox.call(ann, 'catalogs.import', input);
process.stdout.write(JSON.stringify(answer));
await signalbox.close();
