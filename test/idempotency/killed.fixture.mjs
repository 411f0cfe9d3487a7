/**
 * One process of a replica that does one thing, and kills itself at the given point. Its output is written
 * synchronously.
 */
import { resolveSettings, scopes } from '../../src/operations/index.ts';
import { openSignalbox } from '../../src/server/index.ts';
import { dieInTransaction } from '../crash/kill-points.fixture.mjs';

const { data, workflows, env, moment, operation, order } = JSON.parse(process.argv[2]);
const flags = new Map([
  ['--data', [data]],
  ['--workflows', [workflows]],
]);
const agent = { subject: 'agent', tenant: 'default', scopes: new Set(scopes), roles: [], kind: 'agent' };
const { settings } = resolveSettings({ flags, env, folder: data });
if (moment !== null) dieInTransaction({ subject: 'commit', moment, at: 1 });
const signalbox = await openSignalbox(settings, { env, version: '0', warn: () => {} });
const answer = await signalbox.call(agent, operation, order);
process.stdout.write(JSON.stringify(answer));
await signalbox.close();
