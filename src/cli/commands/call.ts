/** `signalbox call`: calls a command of an imported API. */
import { existsSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { cleanText } from '../../drawing/index.ts';
import type { Json } from '../../expression/index.ts';
import type { CommandDescription, CommandResult } from '../../operations/index.ts';
import { OperationError, partOf } from '../../operations/offline.ts';
import type { Command, CommandArguments } from '../arguments/command.ts';
import { jsonOption, numberOption, optionValue, sessionOptions, yesOption } from '../arguments/options.ts';
import { readCallArguments } from '../arguments/read-call-arguments.ts';
import type { Host } from '../host/host.ts';
import { reasonOf } from '../host/read-files.ts';
import { askArguments } from '../live/ask-arguments.ts';
import { showProgress } from '../live/show-progress.ts';
import { drawResult } from '../print/draw-result.ts';
import { pluralize } from '../print/pluralize.ts';
import { jsonText, printJson } from '../print/print-json.ts';
import { callConfirmed } from '../session/call-confirmed.ts';
import { type Session, withSession } from '../session/session.ts';

export const call: Command = {
  meaning:
    'Calls a command of an imported API. Values are read by the types of its parameters: “signalbox commands show COMMAND”\nlists them. VALUE is a text, a number, true or false, or JSON; @FILE is the content of a file, @@ a text that begins\nwith @. Missing ones are asked at a terminal. A command that does not only read asks for a confirmation.',
  arguments: { usage: 'COMMAND', min: 1 },
  options: [
    { name: '--arg', value: 'NAME=VALUE', repeats: true, meaning: 'an argument; repeatable' },
    { name: '--args', value: 'JSON|@FILE', meaning: 'arguments as one JSON object' },
    { name: '--pages', value: 'N', meaning: 'reads at most this many pages of a list; default: 1' },
    { name: '--wait', value: 'SECONDS', meaning: 'awaits the end of work that the API only accepted' },
    { name: '--validate', meaning: 'compares the result with its declared type' },
    { name: '--out', short: '-o', value: 'FILE', meaning: 'writes the result into a new file' },
    yesOption,
    jsonOption,
    ...sessionOptions,
  ],
  examples: [
    'call github.issues_list --arg owner=octo --arg repo=hello --pages 3',
    'call github.issues_create --args @issue.json --yes',
    'call shop.get_invoice --arg id=7 --out invoice.pdf',
  ],
  run: runCall,
};

async function runCall(args: CommandArguments, host: Host): Promise<number> {
  const numbers = [numberOption(args, '--pages', 1, 100), numberOption(args, '--wait', 1, 600)];
  const wrong = numbers.flatMap((each) => (each.kind === 'misunderstood' ? [each.message] : []));
  const out = optionValue(args, '--out');
  // Before the call: its result would be lost.
  if (out !== null && existsSync(resolve(host.folder, out)))
    wrong.push(`${cleanText(out)} cannot be written: it already exists.`);
  else if (out !== null && !existsSync(dirname(resolve(host.folder, out))))
    wrong.push(`${cleanText(out)} cannot be written: its folder does not exist.`);
  if (wrong.length > 0) {
    host.err(wrong.map((message) => `${message}\n`).join(''));
    return 2;
  }
  const [pages, waitSeconds] = numbers.map((each) => (each.kind === 'number' ? each.number : null));
  const options = {
    ...(typeof pages === 'number' ? { pages } : {}),
    ...(typeof waitSeconds === 'number' ? { waitSeconds } : {}),
    ...(args.chosen.has('--validate') ? { validate: true } : {}),
  };
  return withSession(args, host, async (session) => {
    const described = await session.call('commands.describe', { command: args.arguments.join(' ') });
    const values = await findArguments(session, args, host, described);
    const answer = await callConfirmed(host, args, async (confirmed) => {
      const stop = showProgress(host, `Calling ${described.call}`);
      const input = { command: described.call, args: values, ...options, ...confirmed };
      return session.call('commands.run', input).finally(stop);
    }).catch((error: unknown) => {
      throw args.chosen.has('--json') ? error : withResponse(error);
    });
    return print(args, host, answer, out);
  });
}

async function findArguments(
  session: Session,
  args: CommandArguments,
  host: Host,
  described: CommandDescription,
): Promise<{ readonly [name: string]: Json }> {
  const { values, missing, problems } = await readCallArguments(args, host, described);
  const isAsking = host.terminal.isInteractive && problems.length === 0;
  const asked = isAsking ? await askArguments(host, session, described.call, missing, values) : undefined;
  if (asked !== undefined) return asked;
  const all = [...problems, ...missing.map(({ name, type }) => `“${name}” is missing: ${type}.`)];
  if (all.length === 0) return values;
  throw new OperationError({
    code: 'invalid_input',
    message: all.join('\n'),
    suggestedAction: `“signalbox commands show ${described.call}” shows what it takes.`,
  });
}

const maxShown = 1_500;

/** A failure of the call says what the API said. */
function withResponse(error: unknown): unknown {
  if (!(error instanceof OperationError) || error.details.code !== 'call_failed') return error;
  const { failure = '', responsePayload, retryAfterMs } = error.details.context ?? {};
  const lines = [
    error.message,
    `code: ${failure}`,
    ...(responsePayload === undefined ? [] : [`response: ${cut(String(responsePayload))}`]),
    ...(retryAfterMs === undefined ? [] : [`Try again in ${Math.ceil(Number(retryAfterMs) / 1_000)} s.`]),
  ];
  return new OperationError({ ...error.details, message: lines.join('\n') });
}

const cut = (text: string): string => (text.length > maxShown ? `${text.slice(0, maxShown)}…` : text);

function print(args: CommandArguments, host: Host, answer: CommandResult, out: string | null): number {
  const { output, command } = answer;
  const asJson = args.chosen.has('--json');
  const bytes = bytesOf(output);
  if (out !== null) {
    const content = bytes ?? Buffer.from(typeof output === 'string' ? output : `${jsonText(output)}\n`);
    try {
      writeFileSync(resolve(host.folder, out), content, { flag: 'wx', mode: 0o600 });
    } catch (error) {
      // The call is done, so its result is shown.
      host.err(`${cleanText(out)} cannot be written: ${reasonOf(error)}.\n`);
      printJson(host, answer);
      return 1;
    }
    if (asJson) printJson(host, { command, file: out, bytes: content.length });
    else host.err(`The result is written to ${cleanText(out)}: ${pluralize(content.length, 'byte')}.\n`);
    return 0;
  }
  if (asJson) printJson(host, answer);
  else if (output === null || output === '') host.err('It returned nothing.\n');
  else if (Array.isArray(output) && output.length === 0) host.err('It returned an empty list.\n');
  else if (bytes !== undefined) {
    const type = partOf(output, 'media_type');
    host.err(
      `It returned ${pluralize(bytes.length, 'byte')}${typeof type === 'string' ? ` of ${cleanText(type)}` : ''}. Add --out FILE to write them to a file, or --json.\n`,
    );
  } else {
    const { text, left } = drawResult(host, output);
    host.out(text);
    if (left > 0) host.err(`${pluralize(left, 'more field')} had no room. --json shows everything.\n`);
  }
  return 0;
}

/** The content of a file, if the result is one. */
function bytesOf(output: Json): Buffer | undefined {
  const base64 = partOf(output, 'base64');
  const isFile = typeof base64 === 'string' && typeof partOf(output, 'media_type') === 'string';
  return isFile ? Buffer.from(base64, 'base64') : undefined;
}
