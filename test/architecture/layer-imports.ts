/** The table of allowed imports between layers, and the checks. */
import { importsOf, isTest, type Offence, resolveImport, type SourceTree } from './source-tree.ts';

/**
 * A layer may import the entries of its list: a layer, one file of a layer, or (`type …`) only its types. Every layer may
 * import itself.
 */
export const layerImports: Readonly<Record<string, readonly string[]>> = {
  kernel: [],
  expression: [],
  drawing: ['kernel'],
  languages: ['kernel', 'expression', 'drawing'],
  runtime: ['kernel', 'languages/query-engine.ts', 'languages/workflow.ts'],
  connectors: ['runtime', 'languages', 'expression', 'kernel', 'catalogs'],
  catalogs: ['runtime', 'expression', 'languages/workflow.ts'],
  operations: ['runtime', 'languages', 'drawing', 'kernel', 'expression', 'connectors', 'catalogs'],
  server: ['operations', 'languages/answer-schema.ts', 'type runtime', 'type kernel'],
  cli: ['server', 'operations', 'languages', 'drawing', 'expression', 'kernel', 'testing', 'client'],
  testing: ['kernel', 'type drawing', 'runtime'],
  client: [],
};

/** A test may also use the testing layer, and run code whose types its layer knows. */
const testImports = ['testing'];

export function checkLayerImports(tree: SourceTree): readonly Offence[] {
  const offences: Offence[] = [];
  for (const [file, text] of tree) {
    const from = layerOf(file);
    const allowed = layerImports[from];
    if (allowed === undefined) {
      offences.push({ file, line: 1, message: `${from || 'src itself'} is not a layer of the table` });
      continue;
    }
    for (const { specifier, line, typeOnly } of importsOf(file, text)) {
      const target = resolveImport(file, specifier);
      if (target === undefined) continue;
      if (!target.startsWith('src/')) {
        if (isTest(file) && target.startsWith('test/')) continue;
        offences.push({ file, line, message: `imports ${target}, which is outside src` });
        continue;
      }
      const to = layerOf(target);
      const isAllowed = isTest(file)
        ? to === from || [...allowed, ...testImports].some((entry) => reaches(entry, target, true))
        : to === from || allowed.some((entry) => reaches(entry, target, typeOnly));
      if (!isAllowed) offences.push({ file, line, message: `${from} may not import ${target}` });
    }
  }
  return offences;
}

export const checkCycles = (tree: SourceTree): readonly Offence[] => findCycles(tree, (file) => file);

/** A folder is the directory of a file: what is below it is another folder. */
export function checkFolderCycles(tree: SourceTree): readonly Offence[] {
  const checked = [...tree].filter(([file]) => !isTest(file));
  return findCycles(new Map(checked), (file) => file.slice(0, file.lastIndexOf('/')));
}

/** @param nodeOf the file itself, or what contains it. Imports within one node do not count. */
function findCycles(tree: SourceTree, nodeOf: (file: string) => string): readonly Offence[] {
  const targets = new Map<string, Set<string>>();
  for (const [file, text] of tree) {
    const node = nodeOf(file);
    const imported = targets.get(node) ?? new Set();
    targets.set(node, imported);
    for (const { specifier } of importsOf(file, text)) {
      const target = resolveImport(file, specifier);
      if (target !== undefined && (target === file || nodeOf(target) !== node)) imported.add(nodeOf(target));
    }
  }
  const offences: Offence[] = [];
  const done = new Set<string>();
  const path: string[] = [];
  const follow = (node: string) => {
    const start = path.indexOf(node);
    if (start >= 0) {
      const cycle = [...path.slice(start), node].join(' → ');
      offences.push({ file: node, line: 1, message: `import cycle: ${cycle}` });
      return;
    }
    if (done.has(node)) return;
    path.push(node);
    for (const target of targets.get(node) ?? []) follow(target);
    path.pop();
    done.add(node);
  };
  for (const node of targets.keys()) follow(node);
  return offences;
}

/** The reference engine is independent of the kernel: it may share the types, never the code. */
export function checkReference(tree: SourceTree): readonly Offence[] {
  const offences: Offence[] = [];
  for (const [file, text] of tree) {
    if (!file.startsWith('test/reference-engine/') || isTest(file)) continue;
    for (const { specifier, line, typeOnly } of importsOf(file, text)) {
      const target = resolveImport(file, specifier);
      if (target !== undefined && layerOf(target) === 'kernel' && !typeOnly) {
        offences.push({
          file,
          line,
          message: `imports code of ${target}; only \`import type\` is allowed here`,
        });
      }
    }
  }
  return offences;
}

function reaches(entry: string, target: string, typeOnly: boolean): boolean {
  if (entry.startsWith('type ')) return typeOnly && reaches(entry.slice('type '.length), target, true);
  return entry.includes('/') ? target === `src/${entry}` : layerOf(target) === entry;
}

/** The verbs of a language are part of the command line, and live in its folder. */
function layerOf(file: string): string {
  if (/^src\/languages\/[^/]+\/verbs\//.test(file)) return 'cli';
  const parts = file.split('/');
  return parts.length > 2 ? (parts[1] ?? '') : '';
}
