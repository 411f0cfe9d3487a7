/** A language of the operator that fails on a document reports this as an error of that document. */
import { link } from '../../kernel/index.ts';
import type { Values } from '../../languages/facets.ts';
import type { Language } from '../../languages/language.ts';
import type { LanguageApi, ViewFields } from '../../languages/language-api.ts';
import type { ReadResult, Workflow } from '../../languages/workflow.ts';
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
  const { items } = language;
  return {
    ...language,
    ...(items?.parseName === undefined
      ? {}
      : { items: { ...items, parseName: (name) => orElse([], () => items.parseName?.(name) ?? []) } }),
    recognises(source) {
      return orElse(false, () => language.recognises(source) === true);
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

function orElse<Value>(fallback: Value, ask: () => Value): Value {
  try {
    return ask();
  } catch {
    return fallback;
  }
}

/**
 * What it adds to views cannot replace the fields of the program, and a view without it is better than none: other
 * languages have items in the same list.
 */
export function guardApi(api: LanguageApi): LanguageApi {
  const { items, runs } = api;
  return {
    ...api,
    ...(items === undefined ? {} : { items: { ...items, ...guardView(items) } }),
    ...(runs === undefined ? {} : { runs: { ...runs, ...guardView(runs) } }),
  };
}

interface View<Viewed> {
  readonly fields: ViewFields;
  view(viewed: Viewed): Values | Promise<Values>;
}

const guardView = <Viewed>(views: View<Viewed>) => ({
  async view(viewed: Viewed): Promise<Values> {
    try {
      const fields = Object.entries(await views.view(viewed));
      return Object.fromEntries(fields.filter(([name]) => Object.hasOwn(views.fields, name)));
    } catch {
      return {};
    }
  },
});

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
