/** Asks at the terminal for the required arguments of a command that are missing. */
import { cleanText } from '../../drawing/index.ts';
import type { Json } from '../../expression/index.ts';
import { OperationError } from '../../operations/offline.ts';
import { type CallParameter, readCallValue } from '../arguments/read-call-arguments.ts';
import type { Host } from '../host/host.ts';
import { oneLine } from '../print/clean-lines.ts';
import { createStyles } from '../print/styles.ts';
import type { Session } from '../session/session.ts';

type Values = { readonly [name: string]: Json };

interface Choice {
  readonly value: Json;
  readonly label: string;
}

const maxChoices = 20;

/** @returns all arguments; `undefined` if the user ends the input */
export async function askArguments(
  host: Host,
  session: Session,
  command: string,
  missing: readonly CallParameter[],
  given: Values,
): Promise<Values | undefined> {
  let values = given;
  for (const parameter of missing) {
    const value = await askArgument(
      host,
      parameter,
      await choicesOf(host, session, command, parameter, values),
    );
    if (value === undefined) return undefined;
    values = { ...values, [parameter.name]: value };
  }
  return values;
}

async function choicesOf(
  { terminal }: Host,
  session: Session,
  command: string,
  { name, allowed = [], provider }: CallParameter,
  args: Values,
): Promise<readonly Choice[]> {
  if (allowed.length > 0) return allowed.map((value) => ({ value, label: String(value) }));
  if (provider === undefined) return [];
  try {
    const { values } = await session.call('commands.values', { command, parameter: name, args });
    return values;
  } catch (error) {
    if (!(error instanceof OperationError)) throw error;
    // The value can be typed nevertheless.
    terminal.write(`  ${provider} does not list its values: ${oneLine(error.message)}\n`);
    return [];
  }
}

async function askArgument(
  host: Host,
  parameter: CallParameter,
  choices: readonly Choice[],
): Promise<Json | undefined> {
  const { terminal } = host;
  const styles = createStyles(terminal.colour);
  const { name, type, description = '' } = parameter;
  terminal.write(
    `${styles.strong(`? ${cleanText(name)}`)}${description === '' ? '' : `  ${oneLine(description)}`}\n`,
  );
  // A number is then a value itself.
  const isNumbered = choices.every(({ value }) => !/^\d+$/.test(String(value)));
  for (const [at, { value, label }] of choices.slice(0, maxChoices).entries()) {
    const text = oneLine(String(value));
    const meaning = label === String(value) ? '' : `  ${oneLine(label)}`;
    terminal.write(`  ${isNumbered ? `${at + 1}) ` : '- '}${text}${meaning}\n`);
  }
  if (choices.length > maxChoices) terminal.write(`  and ${choices.length - maxChoices} more\n`);
  for (;;) {
    const prompt =
      choices.length > 0 && isNumbered ? 'number or value' : parameter.file === true ? '@FILE' : type;
    const text = await terminal.ask(`  ${prompt}: `, new AbortController().signal);
    if (text === undefined) return undefined;
    const typed = text.trim();
    const choice = isNumbered && /^\d{1,3}$/.test(typed) ? choices[Number(typed) - 1] : undefined;
    if (choice !== undefined) return choice.value;
    if (typed === '') continue;
    const read = await readCallValue(typed, parameter, host);
    if (read.kind === 'value') return read.value;
    terminal.write(`  ${styles.bad('✗')} ${read.message}\n`);
  }
}
