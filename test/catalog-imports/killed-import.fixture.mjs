/**
 * A process that imports a document, and kills itself at the given point: `half`: between the files of the version;
 * `version`: before the record that names them; `record`: after it, and before the answer.
 */
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { resolveSettings, scopes } from '../../src/operations/index.ts';
import { openSignalbox } from '../../src/server/index.ts';

const { flags, env, folder, moment, input } = JSON.parse(process.argv[2]);
const ann = { subject: 'ann', tenant: 'default', scopes: new Set(scopes), roles: [], kind: 'person' };
const die = () => process.kill(process.pid, 'SIGKILL');

const { rename } = fs.promises;
fs.promises.rename = async (from, to) => {
  const isRecord = String(to).endsWith('catalog.json');
  if (isRecord && moment === 'version') die();
  await rename(from, to);
  if (isRecord ? moment === 'record' : moment === 'half') die();
};
syncBuiltinESMExports();

const { settings } = resolveSettings({ flags: new Map(flags), env, folder });
const signalbox = await openSignalbox(settings, { env, version: '1', warn: () => {} });
const answer = await signalbox.call(ann, 'catalogs.import', input);
process.stdout.write(JSON.stringify(answer));
await signalbox.close();
