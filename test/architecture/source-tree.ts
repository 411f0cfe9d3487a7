/** The sources as a map from path to text, so that a rule can check a made-up tree as well as the real one. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

export type SourceTree = ReadonlyMap<string, string>;

export type Offence = { readonly file: string; readonly line: number; readonly message: string };

export type Import = {
  readonly specifier: string;
  readonly line: number;
  /** Erased by the compiler as a whole: `import type …` or `export type … from`. */
  readonly typeOnly: boolean;
};

const trees = new Map<string, { readonly text: string; readonly parsed: ts.SourceFile }>();
const importsOfSource = new WeakMap<ts.SourceFile, readonly Import[]>();

/** @returns every TypeScript file under the folder, by its path from the root with forward slashes */
export function readTree(root: string, folder: string): SourceTree {
  const files = new Map<string, string>();
  for (const entry of readdirSync(join(root, folder), { withFileTypes: true, recursive: true })) {
    if (!entry.isFile() || !entry.name.endsWith('.ts')) continue;
    const path = join(entry.parentPath, entry.name);
    files.set(path.slice(join(root, '/').length).replaceAll('\\', '/'), readFileSync(path, 'utf8'));
  }
  return files;
}

export function parse(file: string, text: string): ts.SourceFile {
  const known = trees.get(file);
  if (known?.text === text) return known.parsed;
  const parsed = ts.createSourceFile(file, text, ts.ScriptTarget.ES2023, true);
  trees.set(file, { text, parsed });
  return parsed;
}

export function lineOf(node: ts.Node): number {
  const source = node.getSourceFile();
  return source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1;
}

export function walk(node: ts.Node, visit: (node: ts.Node) => void): void {
  visit(node);
  ts.forEachChild(node, (child) => walk(child, visit));
}

export function isTest(file: string): boolean {
  return file.endsWith('.test.ts');
}

export function importsOf(file: string, text: string): readonly Import[] {
  const source = parse(file, text);
  const known = importsOfSource.get(source);
  if (known !== undefined) return known;
  const found: Import[] = [];
  importsOfSource.set(source, found);
  const add = (node: ts.Node, specifier: ts.Node | undefined, typeOnly: boolean) => {
    if (specifier !== undefined && ts.isStringLiteralLike(specifier)) {
      found.push({ specifier: specifier.text, line: lineOf(node), typeOnly });
    }
  };
  walk(source, (node) => {
    if (ts.isImportDeclaration(node)) {
      add(node, node.moduleSpecifier, node.importClause?.phaseModifier === ts.SyntaxKind.TypeKeyword);
    } else if (ts.isExportDeclaration(node)) {
      add(node, node.moduleSpecifier, node.isTypeOnly);
    } else if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)) {
      add(node, node.argument.literal, true);
    } else if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) {
      add(node, node.arguments[0], false);
    }
  });
  return found;
}

/** @returns the path that a relative specifier names, or undefined for a package or a built-in */
export function resolveImport(file: string, specifier: string): string | undefined {
  if (!specifier.startsWith('.')) return undefined;
  const parts = file.split('/').slice(0, -1);
  for (const part of specifier.split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '.') parts.push(part);
  }
  return parts.join('/');
}
