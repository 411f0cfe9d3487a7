/** Opens a database as the program does, and is killed in the middle of its upgrade. */
import { openSqliteStore } from '../../src/runtime/index.ts';
import { dieInMigration } from './kill-points.fixture.mjs';

const [file = '', moment = '', amount = '0'] = process.argv.slice(2);
dieInMigration(moment, Number(amount));
const store = await openSqliteStore({ file, durability: 'full' });
await store.close();
