/** Checks that the kernel uses no clock, no random numbers, no asynchrony and no host. */
import ts from 'typescript';
import { importsOf, isTest, lineOf, type Offence, parse, type SourceTree, walk } from './source-tree.ts';

const banned = new Set([
  'Date',
  'Intl',
  'Promise',
  'clearTimeout',
  'crypto',
  'fetch',
  'globalThis',
  'performance',
  'process',
  'queueMicrotask',
  'setImmediate',
  'setInterval',
  'setTimeout',
]);

/** Their results depend on the host's locale. */
const bannedMethods = new Set(['localeCompare', 'toLocaleString', 'toLocaleLowerCase', 'toLocaleUpperCase']);

export function checkPurity(tree: SourceTree): readonly Offence[] {
  const offences: Offence[] = [];
  for (const [file, text] of tree) {
    if (!file.startsWith('src/kernel/') || isTest(file)) continue;
    for (const { specifier, line } of importsOf(file, text)) {
      if (!specifier.startsWith('.')) offences.push({ file, line, message: `imports ${specifier}` });
    }
    walk(parse(file, text), (node) => {
      const name = impurityOf(node);
      if (name !== undefined) offences.push({ file, line: lineOf(node), message: `uses ${name}` });
    });
  }
  return offences;
}

function impurityOf(node: ts.Node): string | undefined {
  if (node.kind === ts.SyntaxKind.AsyncKeyword) return 'async';
  if (node.kind === ts.SyntaxKind.AwaitKeyword || ts.isAwaitExpression(node)) return 'await';
  if (!ts.isIdentifier(node)) return undefined;
  if (isMemberName(node)) return bannedMethods.has(node.text) ? node.text : undefined;
  if (banned.has(node.text)) return node.text;
  return node.text === 'Math' ? randomOf(node) : undefined;
}

/** Anything except `Math.name` could hide `random`. */
function randomOf(math: ts.Identifier): string | undefined {
  const parent = math.parent;
  if (!ts.isPropertyAccessExpression(parent)) return 'Math other than as Math.name';
  return parent.name.text === 'random' ? 'Math.random' : undefined;
}

/** A field named `process` is no use of the host. */
function isMemberName(node: ts.Identifier): boolean {
  const parent = node.parent;
  if (ts.isPropertyAccessExpression(parent)) return parent.name === node;
  if (ts.isQualifiedName(parent)) return parent.right === node;
  if (ts.isBindingElement(parent)) return parent.propertyName === node;
  return (
    (ts.isPropertyAssignment(parent) ||
      ts.isPropertySignature(parent) ||
      ts.isPropertyDeclaration(parent) ||
      ts.isMethodDeclaration(parent) ||
      ts.isMethodSignature(parent)) &&
    parent.name === node
  );
}
