/** Shows commands of APIs: those that were found, and how one is called. */
import { cleanText, displayWidth } from '../../drawing/index.ts';
import type { CommandDescription, FoundCommands } from '../../operations/index.ts';
import type { Host } from '../host/host.ts';
import { cleanLines, oneLine } from './clean-lines.ts';
import { drawDescribed } from './draw-described.ts';
import { quoteWord } from './quote-word.ts';
import { wrapText } from './wrap-text.ts';

type Screen = Pick<Host, 'isTerminal' | 'columns'>;
type Parameter = CommandDescription['parameters'][number];

/** By the name that is one word everywhere. */
export function drawCommands(screen: Screen, { commands }: FoundCommands): string {
  if (commands.length === 0) return '';
  const rows = commands.map(({ call, executionType, summary, deprecated }) => [
    call,
    executionType,
    deprecated === true ? `Deprecated. ${summary}` : summary,
  ]);
  return drawDescribed(screen, ['command', 'kind', 'summary'], rows);
}

const maxType = 24;
const maxAllowed = 12;

export function drawCommand(screen: Screen, command: CommandDescription): string {
  const { call, command: id, executionType, httpMethod, path, summary, result } = command;
  // Options of the call, which the verb has as its own.
  const parameters = command.parameters.filter(({ name }) => name !== '$call');
  const room = screen.isTerminal ? screen.columns - 1 : Number.POSITIVE_INFINITY;
  const wrapped = (text: string, indent = ''): readonly string[] =>
    cleanLines(text).flatMap((line) =>
      wrapText(line, room - displayWidth(indent)).map((each) => `${indent}${each}`.trimEnd()),
    );
  // A description often begins with the summary.
  const about = command.description.startsWith(summary)
    ? [command.description]
    : [summary, command.description];
  const shown = drawDescribed(
    screen,
    ['parameter', 'required', 'type', 'what it is'],
    parameters.map((each) => [each.name, each.required ? 'yes' : 'no', shortType(each), describe(each)]),
  );
  return [
    oneLine(`${call}  ${executionType}`),
    ...wrapped([`“${id}”`, `${httpMethod} ${path}`.trim()].filter((part) => part !== '').join(', ')),
    ...(command.deprecated === true ? ['It is deprecated.'] : []),
    ...about.flatMap((text) => (text === '' ? [] : ['', ...wrapped(text)])),
    '',
    ...(parameters.length === 0 ? ['It takes no arguments.'] : shown.trimEnd().split('\n')),
    ...(command.open ? ['It takes further arguments.'] : []),
    '',
    'It returns',
    ...wrapped(result, '  '),
    '',
    'At the terminal',
    `  ${cleanText(exampleCall(command))}`,
    'In a workflow',
    ...exampleStep(command).map((line) => `  ${cleanText(line)}`),
  ]
    .map((line) => `${line}\n`)
    .join('');
}

const isLong = ({ type }: Parameter): boolean => type.length > maxType;

const shortType = (parameter: Parameter): string => {
  if (parameter.file === true) return 'file';
  if (!isLong(parameter)) return parameter.type;
  return parameter.type.endsWith('[]') ? 'list' : 'object';
};

function describe(parameter: Parameter): string {
  const { type, description = '', allowed = [], provider } = parameter;
  const more = allowed.length > maxAllowed ? ', …' : '';
  return [
    description,
    ...(isLong(parameter) ? [type] : []),
    ...(allowed.length === 0
      ? []
      : [`One of: ${allowed.slice(0, maxAllowed).map(String).join(', ')}${more}.`]),
    ...(provider === undefined ? [] : [`Its values are those of ${provider}.`]),
  ]
    .filter((part) => part !== '')
    .join(' ');
}

function exampleCall({ call, parameters }: CommandDescription): string {
  const given = parameters
    .filter(({ required }) => required)
    .map((each) => ` --arg ${quoteWord(`${each.name}=${placeholder(each)}`)}`);
  return `signalbox call ${quoteWord(call)}${given.join('')}`;
}

function placeholder({ type, allowed = [], file }: Parameter): string {
  const [first] = allowed;
  if (first !== undefined && typeof first !== 'object') return String(first);
  if (file === true) return '@FILE';
  if (type === 'true or false') return 'true';
  if (type === 'int' || type === 'number') return '1';
  if (type.endsWith('[]')) return '[…]';
  return type.startsWith('{') || type === 'object' ? '{…}' : '…';
}

function exampleStep({ call, parameters }: CommandDescription): readonly string[] {
  const args = parameters
    .filter(({ required }) => required)
    .map(
      ({ name }) => `${/^\w+$/.test(name) ? name : JSON.stringify(name)}: $${name.replaceAll(/\W/g, '_')}`,
    );
  return ['step:', `  call: ${call}`, ...(args.length === 0 ? [] : [`  args: { ${args.join(', ')} }`])];
}
