/** A language of the operator that fails on a document reports this as an error of that document. */
import { link } from '../kernel/index.ts';
import type { Language } from '../languages/language.ts';
import type { ReadResult, Workflow } from '../languages/workflow.ts';
import { wholeFile } from './whole-file.ts';

export function guardLanguage(language: Language): Language {
  const { id } = language;
  const failed = (reason: string): ReadResult => {
    const message = `The language “${id}” failed on this file: ${reason.replace(/\.$/, '')}. Report this to the author of the language.`;
    const mistake = {
      rule: 'language-failed',
      message,
      expected: 'a language that reads it',
      actual: reason,
    };
    return { language: id, workflows: [], violations: [wholeFile(mistake)], warnings: [] };
  };
  return {
    ...language,
    recognises(source) {
      try {
        return language.recognises(source) === true;
      } catch {
        return false;
      }
    },
    read(source, environment) {
      try {
        // Plain data, as a job returns it.
        const result: ReadResult = JSON.parse(JSON.stringify(language.read(source, environment)));
        const [problem] = problemsOf(result, language);
        return problem === undefined ? { ...result, language: id } : failed(problem);
      } catch (error) {
        return failed(String(error));
      }
    },
  };
}

type Shape = { readonly [field: string]: 'string' | 'number' | 'object' };

const positionShape = { line: 'number', column: 'number' } as const;
const violationShape: Shape = {
  ...positionShape,
  ...{ endLine: 'number', endColumn: 'number' },
  ...{ path: 'string', rule: 'string', message: 'string', expected: 'string', actual: 'string' },
};
const workflowShape: Shape = {
  ...positionShape,
  ...{ name: 'string', domain: 'string', description: 'string', version: 'string' },
  ...{ program: 'object', sketch: 'object', parameters: 'object', samples: 'object', tasks: 'object' },
};

function problemsOf(result: ReadResult, language: Language): readonly string[] {
  const { workflows, violations, warnings } = result;
  const missing = [
    ...[...violations, ...warnings].flatMap((each) => unlike(each, violationShape, 'one of its errors')),
    ...workflows.flatMap((each) => unlike(each, workflowShape, 'one of its workflows')),
  ];
  return missing.length > 0 ? missing : workflows.flatMap((each) => unlinkable(each, language));
}

const unlike = (value: object, shape: Shape, what: string): readonly string[] =>
  Object.entries(shape).flatMap(([field, type]) =>
    typeof Reflect.get(value, field) === type ? [] : [`${what} has no “${field}” (${type})`],
  );

/** Such a program must not reach a run. */
function unlinkable({ name, program }: Workflow, { evaluators }: Language): readonly string[] {
  const linked = program === null ? null : link(program, { evaluators });
  if (linked?.kind !== 'problems') return [];
  return linked.problems.map(({ message }) => `the program of “${name}” cannot be run: ${message}`);
}
