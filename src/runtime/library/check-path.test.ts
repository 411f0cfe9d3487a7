import { expect, test } from 'vitest';
import { checkPath } from './check-path.ts';

test('[O1.1] a path that leaves the folder, or would not be found again, is refused for a document', () => {
  const rows: readonly (readonly [string, RegExp])[] = [
    ['', /The path is missing/],
    ['/etc/x.yaml', /must be relative/],
    ['../x.yaml', /must be relative/],
    ['a/../../x.yaml', /must be relative/],
    ['./x.yaml', /must be relative/],
    ['a//x.yaml', /must be relative/],
    ['a\\x.yaml', /characters that are not allowed/],
    ['x\0.yaml', /“x<U\+0000>\.yaml” has the invisible character U\+0000/],
    ['x\n.yaml', /U\+000A/],
    [
      'trips\u202elmay.yaml',
      /“trips<U\+202E>lmay\.yaml” has the invisible character U\+202E\. Use a name without it\./,
    ],
    ...[
      '\u061c',
      '\u200b',
      '\u200d',
      '\u2066',
      '\u2028',
      '\ufeff',
      '\u00ad',
      '\u115f',
      '\ufe0f',
      '\u{e0061}',
    ].map((letter) => [`a/x${letter}.yaml`, /“a\/x<U\+[0-9A-F]{4,5}>\.yaml”/] as const),
    ['C:x.yaml', /characters that are not allowed/],
    ['.x.yaml', /would not be found again/],
    ['.git/x.yaml', /would not be found again/],
    ['node_modules/x.yaml', /would not be found again/],
    ['a./x.yaml', /would not be found again/],
    ['x.txt', /must end with/],
    ['yaml', /must end with/],
    [`${'x'.repeat(200)}.yaml`, /longer than 200/],
  ];
  for (const [path, message] of rows) expect(checkPath(path), path).toMatch(message);
});

test('[O1.1] ordinary paths are valid', () => {
  for (const path of [
    'x.yaml',
    'trips/summer 2026.yml',
    'a/b/c.JSON',
    'Größe.yaml',
    '旅行.yaml',
    'رحلة.yaml',
    '🚆.yaml',
    'a..b.yaml',
  ]) {
    expect(checkPath(path), path).toBeUndefined();
  }
});
