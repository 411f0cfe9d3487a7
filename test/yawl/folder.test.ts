/** Tests specifications in folders: detection among other XML, naming, and lookup by commands. */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createReader } from '../../src/operations/app/create-reader.ts';
import { knownOperations } from '../../src/operations/app/known-operations.ts';
import { listDefinitions } from '../../src/operations/definitions/list-definitions.ts';
import { readFolderDocument } from '../../src/operations/definitions/read-folder-document.ts';
import { openDiskCache } from '../../src/operations/infrastructure/disk-cache.ts';
import { shareEnvironment } from '../../src/operations/jobs/read-environment-data.ts';
import { readInJob, readNothing } from '../app/read-in-job.ts';
import { openScratch } from '../cli/open-scratch.ts';
import { openOperationsHarness } from '../operations/operations-harness.ts';
import { orderSpecification } from './order-specification.ts';

test('[Y1.1] .yawl files and specification sets in .xml files are read, other XML is ignored', async () => {
  const harness = await openOperationsHarness({
    'one.yawl': orderSpecification({ uri: 'One', identifier: '' }),
    // Documentation can contain anything.
    'two.xml': orderSpecification({
      uri: 'Two',
      identifier: '',
      documentation: '\nworkflows: none\ncases: many\nopenapi: 3\n',
    }),
    'pom.xml': '<project><version>4.0</version></project>',
    'torn.xml': '<a><b></a>',
    'empty.yawl': '',
    'other.yawl': '<project/>',
    'huge.yawl': `<!--${'x'.repeat(1_048_576)}-->${orderSpecification()}`,
  });
  try {
    const { definitions } = await harness.perform(listDefinitions, {});
    expect(definitions.map(({ id, path, valid }) => [id, path, valid])).toEqual([
      ['One', 'one.yawl', true],
      ['Two', 'two.xml', true],
      ['empty', 'empty.yawl', false],
      ['huge', 'huge.yawl', false],
      ['other', 'other.yawl', false],
    ]);
    const documents = await harness.services.library.documents('acme');
    const huge = documents.find(({ path }) => path === 'huge.yawl');
    expect(huge?.violations[0]?.message).toBe('The file cannot be read: it is larger than 1 MiB.');
  } finally {
    await harness.close();
  }
});

test('[Y1.1][O6.1] a result from the disk cache equals the first one', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'signalbox-yawl-'));
  try {
    const operations = await knownOperations([]);
    for (const name of ['order.yawl', 'survey.yawl', 'greeting-beta-2.xml']) {
      const text = await readFile(new URL(`specifications/${name}`, import.meta.url), 'utf8');
      const diskCache = openDiskCache(folder, 'build');
      const file = { path: name, text };
      const shared = shareEnvironment(operations, null);
      const first = await createReader(shared, diskCache, readInJob)(file);
      await diskCache.settled();
      expect(first).toEqual(readFolderDocument(file, { operations }));
      expect(await createReader(shared, diskCache, readNothing)(file)).toEqual(first);
      expect(first?.workflows).toHaveLength(1);
    }
  } finally {
    await rm(folder, { recursive: true });
  }
});

test('[Y7.2][T2] commands find a specification by uri, identifier and version; the default is the newest', async () => {
  const files = Object.fromEntries(
    ['0.9', '0.10', '0.2'].map((version) => [
      `flows/${version}.yawl`,
      orderSpecification({ version, documentation: `Version ${version}.` }),
    ]),
  );
  const broken = orderSpecification({ version: '9' }).replace('<join code="xor"/>', '');
  const scratch = openScratch({ ...files, 'flows/broken.yawl': broken, 'flows/data.xml': '<data/>' });
  try {
    const played = async (name: string): Promise<string> => {
      const words = ['simulate', name, '--workflows', 'flows', '--param', 'customer=Ada', '--json'];
      const { code, err } = await scratch.run(words);
      return code === 2 ? err : 'played';
    };
    for (const name of ['Order', 'UID_order', 'Order@0.2', 'UID_order@0.9']) {
      expect([name, await played(name)]).toEqual([name, 'played']);
    }
    expect(await played('Order@0.3')).toContain('“Order@0.3” is neither a file nor a workflow');
    const checked = await scratch.run(['validate', '--workflows', 'flows', '--json']);
    const { files: reports } = JSON.parse(checked.out) as {
      files: readonly { path: string; valid: boolean; warnings: readonly unknown[] }[];
    };
    expect(reports.map(({ path, valid, warnings }) => [path, valid, warnings.length])).toEqual([
      ['flows/0.10.yawl', true, 0],
      ['flows/0.2.yawl', true, 0],
      ['flows/0.9.yawl', true, 0],
      ['flows/broken.yawl', false, 0],
    ]);
  } finally {
    scratch.close();
  }
});

test('[Y7.2] validate reports one version with two contents, in both files', async () => {
  const scratch = openScratch({
    'a.yawl': orderSpecification(),
    'b.yawl': orderSpecification({ documentation: 'Another.' }),
  });
  try {
    const { out, code } = await scratch.run(['validate', 'a.yawl', 'b.yawl']);
    expect(code).toBe(0);
    const told = 'There is a specification with an identical id to [UID: UID_order - Version: 0.1]';
    expect(out.split(told)).toHaveLength(3);
  } finally {
    scratch.close();
  }
});
