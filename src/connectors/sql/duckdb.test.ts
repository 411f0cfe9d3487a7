import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { loadDuckDb, whyNoDuckDb } from './duckdb.ts';

const failing = (error: Error) => loadDuckDb(() => Promise.reject(error));

test('[H4.1] if the optional package is missing, the failure names the command to run', async () => {
  const missing = Object.assign(new Error('Cannot find package'), { code: 'ERR_MODULE_NOT_FOUND' });
  expect(await failing(missing)).toEqual({
    kind: 'failed',
    failure: {
      code: 'sql-unavailable',
      message:
        'Queries over results need the package @duckdb/node-api, which is not installed. The bundle for desktop hosts does not include it. Run: npm install @duckdb/node-api@1.5.5-r.5',
      retryable: false,
    },
  });
  expect(await failing(new Error('wrong ELF class'))).toMatchObject({
    failure: { message: expect.stringContaining('does not work on this machine') },
  });
  expect(await loadDuckDb()).toMatchObject({ kind: 'loaded' });
});

test('[H4.1] the version in that command is the declared one', async () => {
  const declared = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'));
  const outcome = await failing(Object.assign(new Error(''), { code: 'MODULE_NOT_FOUND' }));
  const version = declared.optionalDependencies['@duckdb/node-api'];
  expect(outcome).toMatchObject({ failure: { message: expect.stringMatching(new RegExp(`@${version}$`)) } });
});

test('[H4.1] the installation is detected without loading the package', () => {
  const missing = Object.assign(new Error('Cannot find module'), { code: 'MODULE_NOT_FOUND' });
  const lost = whyNoDuckDb(() => {
    throw missing;
  });
  expect(lost?.message).toContain('is not installed.');
  expect(whyNoDuckDb()).toBeUndefined();
});
