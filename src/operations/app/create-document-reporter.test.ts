import { expect, test } from 'vitest';
import type { LibraryDocument } from '../../runtime/index.ts';
import { createDocumentReporter } from './create-document-reporter.ts';

type Problem = LibraryDocument['violations'][number];

const found = (line: number, message: string): Problem => ({
  ...{ path: '', rule: 'some-rule', message, expected: '', actual: '' },
  ...{ line, column: 2, endLine: line, endColumn: 3, suggestion: null },
});

const document = (path: string, overrides: Partial<LibraryDocument> = {}): LibraryDocument => ({
  ...{ tenant: null, folder: '', path, language: 'yawl', source: '', revision: 'r1', changedAt: 0 },
  ...{
    origin: { kind: 'project', name: 'workflows' },
    writable: true,
    readResult: null,
    violations: [],
    warnings: [],
  },
  ...overrides,
});

function reporter(): { report: (documents: readonly LibraryDocument[]) => readonly string[] } {
  let lines: string[] = [];
  const reportDocuments = createDocumentReporter((line) => void lines.push(line));
  return {
    report(documents) {
      lines = [];
      reportDocuments(documents);
      return lines;
    },
  };
}

const broken = document('broken.yawl', {
  violations: [found(6, 'No end.'), found(9, 'No way.'), found(9, 'No task.')],
  warnings: [found(3, 'Old.')],
});

test('[Y1.3][L3] a document gets one line for its errors and one for its warnings, with the location and the number of others', () => {
  const { report } = reporter();
  const theirs = document('deep/odd.yaml', { tenant: 'north', folder: '', warnings: [found(1, 'Odd.')] });
  expect(report([document('good.yaml'), broken, theirs])).toEqual([
    'Error in broken.yawl:6:2: No end. (2 more errors)',
    'Warning for broken.yawl:3:2: Old.',
    'Warning for tenants/north/deep/odd.yaml:1:2: Odd.',
  ]);
});

test('[Y1.3][L3] a report is repeated only when the document has changed', () => {
  const { report } = reporter();
  report([broken]);
  expect(report([broken, document('good.yaml')])).toEqual([]);
  expect(report([{ ...broken, revision: 'r2' }])).toHaveLength(2);
  expect(report([])).toEqual([]);
  expect(report([broken])).toHaveLength(2);
});

test('[L3] of many documents some are reported, with the number of the rest', () => {
  const { report } = reporter();
  const many = Array.from({ length: 60 }, (_, at) => ({ ...broken, path: `${at}.yawl`, warnings: [] }));
  const lines = report(many);
  expect(lines).toHaveLength(51);
  expect(lines.at(-1)).toBe(
    '10 more documents have errors or warnings. Run “signalbox validate” to list them.',
  );
});
