/**
 * The conformance suite tests the product: the fixtures only declare contents. They use the contract and types of the
 * protocol, and their process opens the server as `signalbox serve` does.
 */
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { expect, test } from 'vitest';
import { importsOf, parse, readTree, resolveImport, walk } from '../architecture/source-tree.ts';

const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/[/\\]$/, '');
const tree = readTree(root, 'test/mcp/fixture');
const sdk = '@modelcontextprotocol/server';

test('[P1.1] fixtures import only each other, types of the contract, and the SDK', () => {
  expect(tree.size).toBeGreaterThan(5);
  const foreign = [...tree].flatMap(([file, text]) =>
    importsOf(file, text)
      .filter(({ specifier, typeOnly }) => {
        const target = resolveImport(file, specifier);
        if (target === undefined) return specifier !== sdk;
        const isContract =
          target.startsWith('src/server/mcp/contract/') || target === 'src/operations/index.ts';
        return !(target.startsWith('test/mcp/fixture/') || (typeOnly && isContract));
      })
      .map(({ specifier }) => `${file} imports ${specifier}`),
  );
  expect(foreign).toEqual([]);
});

test('[P1.1] from the SDK they use only types and schemas: no server, no transport, no tasks', () => {
  const taken = new Set([...tree].flatMap(([file, text]) => valuesFrom(sdk, file, text)));
  expect([...taken].sort()).toEqual([
    'CLIENT_CAPABILITIES_META_KEY',
    'MissingRequiredClientCapabilityError',
    'ProtocolError',
    'ProtocolErrorCode',
    'acceptedContent',
    'inputRequired',
    'inputResponse',
  ]);
});

test('[P1.1] their process opens the same server as signalbox serve', () => {
  const served = readTree(root, 'test/mcp').get('test/mcp/serve-suite.ts') ?? '';
  const targets = importsOf('test/mcp/serve-suite.ts', served).map(({ specifier }) =>
    resolveImport('test/mcp/serve-suite.ts', specifier),
  );
  expect(targets.sort()).toEqual([
    'src/operations/index.ts',
    'src/server/open-server.ts',
    'src/server/telemetry/log.ts',
    'test/mcp/fixture/add-suite.ts',
  ]);
  const command = readTree(root, 'src/cli/commands').get('src/cli/commands/serve.ts') ?? '';
  const opened = importsOf('src/cli/commands/serve.ts', command).map(({ specifier }) =>
    resolveImport('src/cli/commands/serve.ts', specifier),
  );
  expect(opened).toContain('src/server/open-server.ts');
});

/** Imported names that are used at run time. */
function valuesFrom(specifier: string, file: string, text: string): readonly string[] {
  const names: string[] = [];
  walk(parse(file, text), (node) => {
    if (!ts.isImportDeclaration(node) || !ts.isStringLiteral(node.moduleSpecifier)) return;
    if (node.moduleSpecifier.text !== specifier || node.importClause === undefined) return;
    if (node.importClause.phaseModifier === ts.SyntaxKind.TypeKeyword) return;
    const { namedBindings } = node.importClause;
    if (namedBindings === undefined || !ts.isNamedImports(namedBindings)) names.push('everything');
    else
      names.push(
        ...namedBindings.elements.filter(({ isTypeOnly }) => !isTypeOnly).map(({ name }) => name.text),
      );
  });
  return names;
}
