/** Shows what an import would store and change, and what to do after it. */
import type { CatalogView, ImportedCatalog, ImportPreview } from '../../operations/index.ts';
import type { Host } from '../host/host.ts';
import { oneLine } from './clean-lines.ts';
import { describeAnswer } from './describe-answer.ts';
import { pluralize } from './pluralize.ts';
import { quoteWord } from './quote-word.ts';
import { wrapText } from './wrap-text.ts';

type Screen = Pick<Host, 'isTerminal' | 'columns'>;
type Scheme = CatalogView['schemes'][number];

const maxListed = 12;

export function drawPreview(screen: Screen, plan: ImportPreview): string {
  const { catalog, projectedCommandCount, projectedGroupPrefixes, difference, brokenWorkflows } = plan;
  const { added = [], removed = [], changed = [] } = difference ?? {};
  const width = screen.isTerminal ? screen.columns - 4 : Number.POSITIVE_INFINITY;
  const lines = (texts: readonly string[]): string =>
    texts
      .flatMap((text) => wrapText(oneLine(text), width).map((line, at) => (at === 0 ? line : `  ${line}`)))
      .join('\n');
  const isSame = difference !== null && added.length + removed.length + changed.length === 0;
  return describeAnswer(screen, {
    title: catalog.title,
    catalog: plan.replaces === null ? `${catalog.id}, new` : `${catalog.id}, replaced`,
    vendor: catalog.vendor,
    address: catalog.baseUrl === '' ? 'not known: add --base-url' : catalog.baseUrl,
    format: catalog.format,
    commands: projectedCommandCount,
    groups: some(projectedGroupPrefixes.map((each) => each.replace(`${catalog.vendor} `, ''))),
    credentials: plan.credentials,
    changes: isSame ? 'none' : '',
    added: some(added),
    removed: some(removed),
    changed: lines(listed(changed.map(({ command, changes }) => `${command}: ${changes.join('; ')}`))),
    'would break': lines(
      listed(brokenWorkflows.map(({ workflow, problems }) => `${workflow}: ${problems.join(' ')}`)),
    ),
    warnings: lines(listed(plan.warnings)),
  });
}

const some = (names: readonly string[]): string => listed(names).join(', ');

const listed = (texts: readonly string[]): readonly string[] =>
  texts.length <= maxListed ? texts : [...texts.slice(0, maxListed), `and ${texts.length - maxListed} more`];

/** @param command one of its commands, as an example. @param flags of the session */
export function drawImport(
  { catalogId, commandCount, created, enabled, vendor }: ImportedCatalog,
  { title, schemes }: CatalogView,
  command: string | undefined,
  flags: string,
): string {
  const missing = schemes.filter(
    ({ kind, credential }) => kind !== 'unsupported' && Object.keys(credential).length === 0,
  );
  const next = [
    ...(missing.length === 0
      ? []
      : [
          [
            missing.length === 1 ? 'Set its credentials' : 'Set the credentials that you have',
            setCommand(catalogId, missing, vendor),
          ] as const,
        ]),
    ...(enabled ? [] : [['Enable it', `catalog enable ${quoteWord(catalogId)} true`] as const]),
    ['Find commands', `commands search WORDS --vendor ${vendor}`] as const,
    ...(command === undefined
      ? []
      : [['See how one is called', `commands show ${quoteWord(command)}`] as const]),
    ...(command === undefined ? [] : [['Call it', `call ${quoteWord(command)} --arg NAME=VALUE`] as const]),
  ];
  const head = `The catalog “${oneLine(title)}” is ${created ? 'imported' : 'replaced'}: ${pluralize(commandCount, 'command')}.`;
  return [head, ...next.map(([what, line]) => `→ ${what}: signalbox ${line}${flags}`)]
    .map((line) => `${line}\n`)
    .join('');
}

/** With names of variables that fit. */
function setCommand(catalog: string, schemes: readonly Scheme[], vendor: string): string {
  const options = schemes.map(({ name, kind }) => {
    const variable = (what: string): string =>
      `\${env:${`${vendor}_${what}`
        .toUpperCase()
        .replaceAll(/\W/g, '_')
        .replace(/^(?=\d)/, '_')}}`;
    if (kind === 'basic') return `--login ${quoteWord(`${name}=USER:${variable('password')}`)}`;
    if (kind === 'oauth' || kind === 'openId')
      return `--client ${quoteWord(`${name}=ID:${variable('client_secret')}`)}`;
    return `--credential ${quoteWord(`${name}=${variable(kind === 'key' ? 'key' : 'token')}`)}`;
  });
  return `catalog set ${quoteWord(catalog)} ${options.join(' ')}`;
}
