/** Parses a script for one run: its own file, or one case of a test file. */
import {
  createReporter,
  findEntry,
  listViolations,
  parseDocument,
  readShape,
  type SourceFile,
  type Violation,
} from '../../languages/index.ts';
import { chooseNamed } from '../documents/choose-named.ts';
import { type ParsedScript, parseScript, type ScriptTarget } from './parse-script.ts';
import { type ParsedCase, parseTestFile, type TestedWorkflow } from './parse-test-file.ts';
import { scriptShape } from './script-shape.ts';

export type ScriptFile =
  | { readonly kind: 'script'; readonly parse: (target: ScriptTarget) => ParsedScriptFile }
  | {
      readonly kind: 'cases';
      /** The case with a given name, or the only one. */
      readonly find: (name: string | null, workflows: readonly TestedWorkflow[]) => FoundCase;
    };

export interface ParsedScriptFile extends ParsedScript {
  readonly violations: readonly Violation[];
}

export type FoundCase =
  | { readonly kind: 'case'; readonly found: ParsedCase; readonly violations: readonly Violation[] }
  | { readonly kind: 'refused'; readonly problems: readonly string[] };

export function openScriptFile(file: SourceFile): ScriptFile {
  const source = parseDocument(file);
  const { root } = source;
  if (root?.kind === 'map' && findEntry(root, 'cases') !== undefined) {
    return { kind: 'cases', find: (name, workflows) => findCase(file, name, workflows) };
  }
  return {
    kind: 'script',
    parse(target) {
      const reporter = createReporter(source);
      const fields = root === null ? undefined : readShape(reporter, root, scriptShape);
      const parsed: ParsedScript =
        root === null || fields === undefined
          ? { params: {}, script: { calls: {}, answers: {} } }
          : parseScript(reporter, root, fields, target, false);
      return { ...parsed, violations: listViolations([...source.violations, ...reporter.violations()]) };
    },
  };
}

function findCase(file: SourceFile, name: string | null, workflows: readonly TestedWorkflow[]): FoundCase {
  const { cases, violations } = parseTestFile(file, workflows);
  const choice = chooseNamed(cases, name, 'case');
  return choice.kind === 'refused' ? choice : { kind: 'case', found: choice.chosen, violations };
}
