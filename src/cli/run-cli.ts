/** Finds the verb, checks its options and runs it. Exit codes: 0 done, 1 failed, 2 usage error; verbs may have more. */
import { cleanText } from '../drawing/index.ts';
import { findNearest } from '../expression/index.ts';
import type { Option } from './arguments/command.ts';
import { helpOfProgram, helpOfVerb } from './help-text.ts';
import type { Host } from './host/host.ts';
import { programVersion } from './host/program-version.ts';
import { verbsOf } from './language-verbs.ts';
import { languageOption, loadLanguages } from './load-languages.ts';
import { parseArguments } from './parse-arguments.ts';
import { verbs as ownVerbs } from './verbs.ts';

const generalOptions: readonly Option[] = [
  { name: '--help', short: '-h', meaning: 'shows this help' },
  { name: '--version', short: '-v', meaning: 'prints the version' },
  languageOption,
];

/** What the scripts of `signalbox completion` call. People do not, so the help leaves it out. */
const completeVerb = 'complete';

export async function runCli(args: readonly string[], host: Host): Promise<number> {
  const [first] = args;
  const word = first !== undefined && !first.startsWith('-') ? first : undefined;
  // Before the code of a verb: it imports the list of languages.
  const { languages, problems } = await loadLanguages(args, host);
  // Help works in any case, and completion is silent.
  if (word !== undefined && word !== completeVerb && problems.length > 0) {
    host.err(problems.map((problem) => `${cleanText(problem)}\n`).join(''));
    return 2;
  }
  const own = new Map([...ownVerbs, ...languages.flatMap(verbsOf)]);
  // The others need schemas, which take a while to load.
  const all = async () =>
    new Map([...own, ...(await import('./operation-verbs.ts')).operationVerbs(own, host)]);
  if (word === completeVerb) {
    const { complete } = await import('./completion/complete.ts');
    return complete(args.slice(1), host, { own, all, general: generalOptions });
  }
  const verbs = word === undefined || own.has(word) ? own : await all();
  const twoWords = args.slice(0, 2).join(' ');
  const verb = [twoWords, word].find((name) => name !== undefined && verbs.has(name));
  const command = verb === undefined ? undefined : await verbs.get(verb)?.load();
  if (word !== undefined && command === undefined) {
    const names = [...verbs.keys()];
    const longer = names.find((name) => name.startsWith(`${word} `));
    const nearest = findNearest(twoWords, names) ?? longer ?? findNearest(word, names);
    return misunderstood(host, `Unknown verb “${cleanText(word)}”.`, nearest);
  }
  const known = [...(command?.options ?? []), ...generalOptions];
  const parsed = parseArguments(args.slice(verb?.split(' ').length ?? 0), known, command, verb);
  if (parsed.kind === 'misunderstood') return misunderstood(host, parsed.message, parsed.nearest);
  const { given } = parsed;
  if (given.chosen.has('--version')) {
    host.out(`${programVersion()}\n`);
  } else if (verb === undefined || command === undefined) {
    host.out(helpOfProgram(problems.length > 0 ? own : await all(), generalOptions));
  } else if (given.chosen.has('--help')) {
    host.out(helpOfVerb(verb, command, known));
  } else if (given.arguments.length < (command.arguments?.min ?? 0)) {
    return misunderstood(
      host,
      `${verb} needs an argument: signalbox ${verb} ${command.arguments?.usage ?? ''}`,
    );
  } else {
    return command.run(given, host);
  }
  return 0;
}

function misunderstood(host: Host, message: string, nearest?: string): number {
  const hint = nearest === undefined ? '' : ` Did you mean “${nearest}”?`;
  host.err(`${message}${hint}\nRun “signalbox --help” for usage.\n`);
  return 2;
}
