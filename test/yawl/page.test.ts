/** Tests that the examples of docs/yawl.md work as shown. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { getCaseStatus } from '../../src/operations/cases/get-case-status.ts';
import { submitCase } from '../../src/operations/cases/submit-case.ts';
import { readServicesFile } from '../../src/operations/documents/read-services-file.ts';
import { openScratch } from '../cli/open-scratch.ts';
import { openOperationsHarness } from '../operations/operations-harness.ts';
import { patternOf, playPage } from '../rest/play-session.ts';
import { openRestFixture } from '../rest/rest-fixture.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const read = (path: string): string => readFileSync(`${root}${path}`, 'utf8');
const page = read('docs/yawl.md');

/** The only block of a language. */
function blockOf(language: string): string {
  const found = [...page.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\``, 'gms'))];
  expect([language, found.length]).toEqual([language, 1]);
  return found[0]?.[1] ?? '';
}

test('[A8][Y1.1] the terminal sessions of the page work as shown', async () => {
  const scratch = openScratch();
  const turns = [...blockOf('console').matchAll(/^\$ signalbox (.*)\n((?:(?!\$ ).*\n)*)/gm)];
  expect(turns.length).toBe(2);
  try {
    for (const [, words = '', shown = ''] of turns) {
      const { out, err } = await scratch.run(words.split(' '), { folder: root, environment: {} });
      expect(`${out}${err}`, words).toMatch(patternOf(shown));
    }
  } finally {
    scratch.close();
  }
});

test('[A8][F1.1] requests of the page are answered as shown', async () => {
  const fixture = await openRestFixture({ 'a.yawl': read('examples/invoices/invoice-approval.yawl') });
  let count = 0;
  try {
    for await (const { command, printed, expected } of playPage(page, fixture.url)) {
      expect(printed, command).toMatch(expected);
      count += 1;
    }
  } finally {
    await fixture.close();
  }
  expect(count).toBe(3);
});

test('[A8][Y4.2] the case data on the page means the same in JSON and in XML, by every name on the page', async () => {
  const harness = await openOperationsHarness({ 'a.yawl': read('examples/invoices/invoice-approval.yawl') });
  try {
    const names = [...page.matchAll(/`((?:InvoiceApproval|UID_invoice_approval)[@.\d]*)`/g)].map(
      ([, name]) => name,
    );
    expect(names).toEqual(['InvoiceApproval', 'UID_invoice_approval', 'InvoiceApproval@1.0']);
    const seen = [];
    for (const [at, spec] of names.entries()) {
      for (const given of [{ case_data: JSON.parse(blockOf('json')) }, { case_xml: blockOf('xml') }]) {
        const request = { spec_id: spec, ...given, idempotency_key: `${at} ${Object.keys(given)}` };
        const { case_id: id } = await harness.perform(submitCase, request);
        seen.push((await harness.perform(getCaseStatus, { case_id: id, xml: true })).case_xml);
      }
    }
    expect(new Set(seen)).toEqual(new Set([expect.stringContaining('<amount>5000.5</amount>')]));
  } finally {
    await harness.close();
  }
});

test('[A8][Y5.1] the services.yaml on the page is valid, and every key of it is in the table', () => {
  const { directory, violations } = readServicesFile({ path: 'services.yaml', text: blockOf('yaml') }, null);
  expect(violations).toEqual([]);
  expect(Object.values(directory).map(({ size }) => size)).toEqual([1, 1, 1, 1]);
  const table = page.slice(
    page.indexOf('| key | meaning |'),
    page.indexOf('A service or codelet without an entry'),
  );
  const keys = [...table.matchAll(/^\| (`.+?`) \|/gm)].flatMap(([, cell = '']) => cell.match(/\w+/g) ?? []);
  expect(keys).toEqual(['services', 'codelets', 'operation', 'args', 'result', 'participants', 'roles']);
});
