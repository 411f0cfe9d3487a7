/** The promises of SPEC.md and the test titles that cite them. */
import ts from 'typescript';
import { parse, type SourceTree, walk } from '../architecture/source-tree.ts';

export type Citation = { readonly id: string; readonly file: string };

/** @returns the ids in bold at the start of list items, in order, with repetitions */
export function promisedIds(spec: string): readonly string[] {
  return [...spec.matchAll(/^\s*[-*] \*\*([A-Z]+\d+(?:\.\d+)*)\*\*/gm)].map((match) => match[1] ?? '');
}

/** @returns the ids that open the titles of tests that can run: a skipped or planned test proves nothing */
export function citations(tree: SourceTree): readonly Citation[] {
  const found: Citation[] = [];
  for (const [file, text] of tree) {
    walk(parse(file, text), (node) => {
      if (!ts.isCallExpression(node) || !isTestFunction(node.expression)) return;
      const title = node.arguments[0];
      if (title === undefined) return;
      const head = ts.isStringLiteralLike(title)
        ? title.text
        : ts.isTemplateExpression(title)
          ? title.head.text
          : '';
      const ids = /^(?:\[[A-Z]+\d+(?:\.\d+)*\])+/.exec(head)?.[0] ?? '';
      for (const [, id = ''] of ids.matchAll(/\[([^\]]+)\]/g)) found.push({ id, file });
    });
  }
  return found;
}

/** @returns the mismatches between the two, as sentences */
export function compare(ids: readonly string[], cited: readonly Citation[]): readonly string[] {
  const promised = new Set(ids);
  const proven = new Set(cited.map(({ id }) => id));
  const unknown = new Set(
    cited
      .filter(({ id }) => !promised.has(id))
      .map(({ id, file }) => `${file} cites ${id}, which SPEC.md does not have`),
  );
  return [
    ...ids.filter((id, index) => ids.indexOf(id) !== index).map((id) => `SPEC.md gives ${id} twice`),
    ...[...promised].filter((id) => !proven.has(id)).map((id) => `no test cites ${id}`),
    ...unknown,
  ];
}

/** `test`, `it`, and their methods: `test.each(…)`, `test.skipIf(…)`. */
function isTestFunction(node: ts.Expression): boolean {
  if (ts.isIdentifier(node)) return node.text === 'test' || node.text === 'it';
  if (ts.isPropertyAccessExpression(node)) {
    return node.name.text !== 'skip' && node.name.text !== 'todo' && isTestFunction(node.expression);
  }
  if (ts.isCallExpression(node)) return isTestFunction(node.expression);
  if (ts.isTaggedTemplateExpression(node)) return isTestFunction(node.tag);
  return false;
}
