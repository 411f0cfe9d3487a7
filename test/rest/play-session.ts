/** Executes the terminal sessions of a page without a terminal: `curl`, `jq` and `grep` as far as the page uses them. */
import { request } from 'node:http';

interface Turn {
  readonly command: string;
  /** The output shown on the page; `…` matches anything. */
  readonly shown: string;
}

/** For a block: each line after `$` with its output. */
function turnsOf(block: string): readonly Turn[] {
  return block
    .split(/^\$ /m)
    .slice(1)
    .map((turn) => {
      const end = turn.indexOf('\n');
      return { command: turn.slice(0, end), shown: turn.slice(end + 1) };
    });
}

interface Played {
  readonly command: string;
  /** As the page would show it. */
  readonly printed: string;
  readonly expected: RegExp;
}

/** The address of the server on pages. */
const usual = 'http://127.0.0.1:8484';

/** All terminal sessions of a page, with a server at this address. */
export async function* playPage(page: string, url: string): AsyncGenerator<Played> {
  const blocks = [...page.matchAll(/^```sh-session\n(.*?)^```/gms)].map(([, block = '']) => block);
  const type = openTerminal();
  for (const { command, shown } of blocks.flatMap(turnsOf)) {
    const printed = (await type(command.replaceAll(usual, url))).replaceAll(url, usual);
    // A body has no trailing line break.
    const whole = printed === '' || printed.endsWith('\n') ? printed : `${printed}\n`;
    yield { command, printed: whole, expected: patternOf(shown) };
  }
}

/** The shown output, with `…` as a wildcard. */
export function patternOf(shown: string): RegExp {
  const parts = shown.split('…').map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${parts.join('[^]*?')}$`);
}

interface Terminal {
  readonly variables: Map<string, string>;
  /** By name. */
  readonly files: Map<string, string>;
}

/** One terminal: variables and files are kept. @returns the output */
function openTerminal(): (command: string) => Promise<string> {
  const terminal: Terminal = { variables: new Map(), files: new Map() };
  return async (command) => {
    const [, name, kept = ''] = /^([A-Z]+)=(.*)$/s.exec(command) ?? [];
    if (name === undefined) return play(command, terminal);
    const [, inner] = /^\$\((.*)\)$/s.exec(kept) ?? [];
    terminal.variables.set(name, inner === undefined ? kept : (await play(inner, terminal)).trimEnd());
    return '';
  };
}

async function play(pipeline: string, { variables, files }: Terminal): Promise<string> {
  let text = '';
  for (const words of commandsOf(pipeline, variables)) {
    const [tool = '', ...args] = words;
    const run = tools[tool];
    if (run === undefined) throw new Error(`A page may not use “${tool}”.`);
    text = await run(args, text, files);
  }
  return text;
}

/** Quoted words are one; names after `$` are replaced, except in single quotes. */
function commandsOf(line: string, variables: ReadonlyMap<string, string>): readonly (readonly string[])[] {
  const commands: string[][] = [[]];
  const token = /\s*(?:(\|)|((?:'[^']*'|"(?:\\.|[^"\\])*"|[^\s'"|])+))/gy;
  for (const [, pipe, word = ''] of line.matchAll(token)) {
    if (pipe === undefined) commands.at(-1)?.push(plain(word, variables));
    else commands.push([]);
  }
  return commands;
}

function plain(word: string, variables: ReadonlyMap<string, string>): string {
  return word.replaceAll(/'([^']*)'|"((?:\\.|[^"\\])*)"|([^'"]+)/g, (_, single, double, bare) => {
    if (single !== undefined) return single;
    const text: string = double?.replaceAll(/\\(.)/g, '$1') ?? bare;
    return text.replaceAll(/\$([A-Z]+)/g, (_name, name) => {
      const value = variables.get(name);
      if (value === undefined) throw new Error(`Nothing is kept in ${name}.`);
      return value;
    });
  });
}

type Tool = (args: readonly string[], input: string, files: Map<string, string>) => string | Promise<string>;

const tools: Readonly<Record<string, Tool>> = { curl, jq, grep };

async function curl(args: readonly string[], _input: string, files: Map<string, string>): Promise<string> {
  const headers: Record<string, string> = {};
  let [method, body, url, file, isIncluded] = ['GET', '', '', '', false];
  for (let at = 0; at < args.length; at++) {
    const word = args[at] ?? '';
    const value = args[at + 1] ?? '';
    if (['-X', '-H', '-o', '--json'].includes(word)) at++;
    if (word === '-X') method = value;
    else if (word === '-o') file = value;
    else if (word === '-H')
      headers[value.slice(0, value.indexOf(':'))] = value.slice(value.indexOf(':') + 1).trim();
    else if (word === '--json') {
      body = value;
      headers['Content-Type'] = 'application/json';
      if (method === 'GET') method = 'POST';
    } else if (word === '-s' || word === '-si') isIncluded = word === '-si';
    else if (url === '' && !word.startsWith('-')) url = word;
    else throw new Error(`A page may not use curl with “${word}”.`);
  }
  const printed = await new Promise<string>((resolve, reject) => {
    const sent = request(url, { method, headers }, (response) => {
      const { statusCode, statusMessage, rawHeaders } = response;
      let text = '';
      for (let at = 0; isIncluded && at < rawHeaders.length; at += 2)
        text += `${rawHeaders[at]}: ${rawHeaders[at + 1]}\n`;
      if (isIncluded) text = `HTTP/1.1 ${statusCode} ${statusMessage}\n${text}\n`;
      response.setEncoding('utf8').on('data', (piece: string) => {
        text += piece;
      });
      response.on('end', () => resolve(text));
    });
    sent.on('error', reject).end(body);
  });
  if (file === '') return printed;
  files.set(file, printed);
  return '';
}

/** Paths such as `.items[0].item`, comma-separated, in the input or in a file. */
function jq(args: readonly string[], input: string, files: ReadonlyMap<string, string>): string {
  const [filter = '', file] = args.filter((word) => !word.startsWith('-'));
  const value: unknown = JSON.parse(file === undefined ? input : (files.get(file) ?? ''));
  const lines = filter.split(',').map((path) => {
    const names = path.trim().match(/[^.[\]]+/g) ?? [];
    const found = names.reduce<unknown>((within, name) => Reflect.get(Object(within), name) ?? null, value);
    if (args.includes('-r') && typeof found === 'string') return found;
    return JSON.stringify(found, null, args.includes('-c') ? undefined : 2);
  });
  return `${lines.join('\n')}\n`;
}

function grep(args: readonly string[], input: string): string {
  const pattern = new RegExp(args.at(-1) ?? '', args.includes('-i') ? 'i' : '');
  const found = input.split('\n').filter((line) => pattern.test(line));
  return found.map((line) => `${line}\n`).join('');
}
