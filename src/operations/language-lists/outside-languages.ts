/**
 * The languages of the operator, from files. They are registered before anything imports the list of languages, which
 * includes them once.
 */
import { pathToFileURL } from 'node:url';
import type { Language } from '../../languages/language.ts';
import { extensionList, isDocumentName } from '../../runtime/index.ts';
import { guardLanguage } from './guard-language.ts';

interface LanguageOfFile {
  readonly file: string;
  readonly language: Language;
}

/** Defined by bin/run-program.js. */
declare const programHost:
  | {
      /** In code that V8 has cached, `import` does not work. */
      importModule(url: string): Promise<{ readonly default?: unknown }>;
      /** Of a process that performs jobs: loaded before it. */
      readonly languages: readonly LanguageOfFile[];
    }
  | undefined;

const host = typeof programHost === 'object' ? programHost : undefined;

const guarded = ({ file, language }: LanguageOfFile): LanguageOfFile => ({
  file,
  language: guardLanguage(language),
});

const registered: LanguageOfFile[] = (host?.languages ?? []).map(guarded);

export const outsideLanguages = (): readonly Language[] => registered.map(({ language }) => language);

/** Processes that perform jobs load the same files. */
export const outsideLanguageFiles = (): readonly string[] => registered.map(({ file }) => file);

/** Registers all of them, or none. @returns what is wrong with them */
export async function loadLanguages(files: readonly string[]): Promise<readonly string[]> {
  const found = await Promise.all(files.map(loadLanguage));
  const problems = found.flatMap((each) => ('problems' in each ? each.problems : []));
  if (problems.length > 0) return problems;
  registered.push(...found.flatMap((each) => ('problems' in each ? [] : guarded(each))));
  return [];
}

async function loadLanguage(
  file: string,
): Promise<LanguageOfFile | { readonly problems: readonly string[] }> {
  try {
    const { href } = pathToFileURL(file);
    const { default: found } = await (host === undefined ? import(href) : host.importModule(href));
    const problems = problemsOf(found).map((problem) => `The language in ${file} ${problem}`);
    return problems.length > 0 ? { problems } : { file, language: found };
  } catch (error) {
    return { problems: [`The language in ${file} cannot be loaded: ${String(error)}`] };
  }
}

const isFunction = (value: unknown): boolean => typeof value === 'function';
const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

const isVerb = (value: unknown): boolean =>
  isObject(value) &&
  ['name', 'summary', 'usage'].every((part) => typeof Reflect.get(value, part) === 'string') &&
  isFunction(Reflect.get(value, 'run'));

const parts: Readonly<
  Record<string, { readonly expected: string; readonly optional?: true; is(value: unknown): boolean }>
> = {
  id: {
    expected: 'its name, of small letters, digits and hyphens, at most 40',
    is: (value) => typeof value === 'string' && /^[a-z][a-z0-9-]{0,39}$/.test(value),
  },
  recognises: { expected: 'a function that says whether a document is of this language', is: isFunction },
  read: { expected: 'a function that returns the workflows and errors of a document', is: isFunction },
  evaluators: {
    expected: 'an object with its expression evaluators by name, {} if it has none',
    is: isObject,
  },
  schema: {
    expected: 'the schema of its documents: { mediaType, text() }',
    is: (value) => isObject(value) && isFunction(Reflect.get(value, 'text')),
  },
  reference: {
    expected: 'what an author has to know: { title, summary, fileNames, page(), examples }',
    is: (value) => isObject(value) && isFunction(Reflect.get(value, 'page')),
  },
  api: { expected: 'a function that returns what it adds to the interfaces', optional: true, is: isFunction },
  verbs: {
    expected: 'a list of { name, summary, usage, maxArguments, run() }',
    optional: true,
    is: (value) => Array.isArray(value) && value.every(isVerb),
  },
  extension: {
    expected: `one that folders are searched for: ${extensionList}`,
    optional: true,
    is: (value) => isDocumentName(`document.${String(value)}`),
  },
};

/** Each completes “The language …”. */
function problemsOf(language: unknown): readonly string[] {
  if (!isObject(language))
    return ['is missing: write “export default { id, recognises, read, evaluators, schema, reference }”.'];
  return Object.entries(parts).flatMap(([name, { expected, optional, is }]) => {
    const value: unknown = Reflect.get(language, name);
    if (is(value) || (optional === true && value === undefined)) return [];
    return [`has ${value === undefined ? 'no' : 'an invalid'} “${name}”. It must be ${expected}.`];
  });
}
