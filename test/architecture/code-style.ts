/** The rules of CONTRIBUTING.md that can be checked automatically. */
import ts from 'typescript';
import { lineOf, type Offence, parse, type SourceTree, walk } from './source-tree.ts';

const maxLines = 400;
const kebab = /^[a-z0-9]+(-[a-z0-9]+)*$/;
const empty = new Set([
  'util',
  'utils',
  'helper',
  'helpers',
  'common',
  'shared',
  'type',
  'types',
  'constants',
]);

export function checkLength(tree: SourceTree): readonly Offence[] {
  const offences: Offence[] = [];
  for (const [file, text] of tree) {
    const lines = text.replace(/\n$/, '').split('\n').length;
    if (lines > maxLines) {
      offences.push({
        file,
        line: maxLines + 1,
        message: `has ${lines} lines; past ${maxLines} it is two ideas`,
      });
    }
  }
  return offences;
}

export function checkNames(tree: SourceTree): readonly Offence[] {
  const offences: Offence[] = [];
  for (const file of tree.keys()) {
    for (const part of file.replace(/(\.test|\.d)?\.ts$/, '').split('/')) {
      if (!kebab.test(part)) offences.push({ file, line: 1, message: `"${part}" is not kebab-case` });
      if (empty.has(part)) offences.push({ file, line: 1, message: `"${part}" does not say what is in it` });
    }
  }
  return offences;
}

export function checkAny(tree: SourceTree): readonly Offence[] {
  return search(tree, (node) => (node.kind === ts.SyntaxKind.AnyKeyword ? 'uses the type any' : undefined));
}

export function checkDefaultExports(tree: SourceTree): readonly Offence[] {
  return search(tree, (node) => {
    const isDefault =
      ts.isExportAssignment(node) ||
      node.kind === ts.SyntaxKind.DefaultKeyword ||
      (ts.isExportSpecifier(node) && node.name.text === 'default');
    return isDefault ? 'has a default export' : undefined;
  });
}

function search(tree: SourceTree, judge: (node: ts.Node) => string | undefined): readonly Offence[] {
  const offences: Offence[] = [];
  for (const [file, text] of tree) {
    walk(parse(file, text), (node) => {
      const message = judge(node);
      if (message !== undefined) offences.push({ file, line: lineOf(node), message });
    });
  }
  return offences;
}
