/**
 * Loads the languages that the operator names: on the command line or in the environment, and nowhere else, because
 * their code runs with all rights of this program.
 */
import type { Language } from '../languages/language.ts';
import type { Option } from './arguments/command.ts';
import type { Host } from './host/host.ts';
import { verbs } from './verbs.ts';

export const languageOption: Option = {
  name: '--language',
  value: 'FILE',
  repeats: true,
  meaning: 'module of a further workflow language, which runs as part of the program; repeatable',
};

export interface LoadedLanguages {
  readonly languages: readonly Language[];
  /** Error messages. Nothing may start. */
  readonly problems: readonly string[];
}

/** @param words of the command line */
export async function loadLanguages(words: readonly string[], host: Host): Promise<LoadedLanguages> {
  const flags = new Map([[languageOption.name, valuesOf(languageOption.name, words)]]);
  const { environment: env, folder } = host;
  if (flags.get(languageOption.name)?.length === 0 && !env['SIGNALBOX_LANGUAGES']) return none;
  const { resolveSettings } = await import('../operations/settings/resolve-settings.ts');
  const { loadLanguages: load, outsideLanguages } = await import(
    '../operations/language-lists/outside-languages.ts'
  );
  const { settings, problems: found } = resolveSettings({ flags, env, folder });
  // Those of other settings are reported by the verbs that use them.
  const own = found.filter((problem) => /^(?:--language|SIGNALBOX_LANGUAGES) /.test(problem));
  const problems = own.length > 0 ? own : await load(settings.languages);
  const languages = outsideLanguages();
  return { languages, problems: problems.length > 0 ? problems : await clashesOf(languages, host) };
}

const none: LoadedLanguages = { languages: [], problems: [] };

/** The verb that parses the command line is not loaded yet. */
function valuesOf(option: string, words: readonly string[]): string[] {
  const end = words.indexOf('--');
  const own = end < 0 ? words : words.slice(0, end);
  return own.flatMap((word, at) => {
    if (word.startsWith(`${option}=`)) return [word.slice(option.length + 1)];
    return own[at - 1] === option ? [word] : [];
  });
}

/** Names that two of them use, or one of them and the program. */
async function clashesOf(languages: readonly Language[], host: Host): Promise<readonly string[]> {
  const added = languages.flatMap(({ verbs: own = [] }) => own.map(({ name }) => name));
  try {
    const { findClashes } = await import('../server/find-clashes.ts');
    const { operationVerbs } = await import('./operation-verbs.ts');
    // The first word decides.
    const words = operationVerbs(verbs, host).map(([name]) => name.split(' ')[0] ?? '');
    return findClashes({ verb: [...verbs.keys(), ...new Set(words), ...added] });
  } catch (error) {
    // A name of an operation that is taken, or the function “api” of a language throws.
    return [
      `The languages ${languages.map(({ id }) => `“${id}”`).join(', ')} cannot be used: ${reasonOf(error)}`,
    ];
  }
}

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
