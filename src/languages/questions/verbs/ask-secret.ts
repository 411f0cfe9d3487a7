/**
 * Asks for the name of a secret. A value that is typed goes to the secrets of the server and nowhere else: it is not
 * shown, not kept, and not in a message.
 */
import { yesOrNo } from '../../../cli/arguments/yes-or-no.ts';
import { cleanText } from '../../../drawing/index.ts';
import type { SecretsStatus } from '../../../operations/index.ts';
import { OperationError } from '../../../operations/offline.ts';
import type { ShownQuestion } from '../session/session-fields.ts';
import type { AskContext } from './ask-context.ts';
import { type QuestionOutcome, readTyped } from './ask-question.ts';
import { say, sayError, sayProblem } from './say.ts';

type SecretView = SecretsStatus['secrets'][number];

const maxLength = 65_536;

export async function askSecret(context: AskContext, question: ShownQuestion): Promise<QuestionOutcome> {
  const names = question.accepts.map((reference) => reference.slice(1));
  for (;;) {
    const secrets = await findSecrets(context, names);
    say(
      context,
      `Accepted: ${secrets === null ? question.accepts.join(', ') : secrets.map(describe).join('; ')}`,
    );
    const reference = referenceOf(question, secrets);
    const target = savedAs(names, secrets);
    const typing = target === undefined ? 'a name' : `a name, or the value of ${target}`;
    const prompt = `  ${reference === null ? '' : `[${reference}] `}${typing}; typing is not shown > `;
    const line = await readTyped(context, question, () => context.prompter.askHidden(prompt));
    if (typeof line !== 'string') return line;
    const typed = line.trim();
    // A space before it makes it a value.
    const isName = /^\$[a-z_]\w*$/i.test(line.trimEnd());
    if (question.accepts.includes(typed)) return { kind: 'answer', value: typed };
    if (isName)
      sayProblem(
        context,
        `Use the name ${question.accepts.join(' or ')}. If this is the value, put a space before it.`,
      );
    else if (typed === '' && reference !== null) return { kind: 'answer', value: reference };
    else if (typed === '') sayProblem(context, 'It has no value yet.');
    else if (target === undefined) sayProblem(context, whyNotSaved(secrets ?? []));
    else if (typed.length > maxLength) sayProblem(context, `A secret has at most ${maxLength} characters.`);
    else if (await save(context, target, typed, secrets)) return { kind: 'answer', value: `$${target}` };
  }
}

/** Null if the server does not say it. */
async function findSecrets(
  { session }: AskContext,
  names: readonly string[],
): Promise<readonly SecretView[] | null> {
  try {
    return (await session.call('secrets.status', { names })).secrets;
  } catch (error) {
    if (error instanceof OperationError) return null;
    throw error;
  }
}

const sources = { environment: 'from the environment', file: 'from a file', command: 'from a command' };

function describe({ name, isListed, isSet, source }: SecretView): string {
  if (!isListed) return `$${name} (not listed for your tenant)`;
  const from = source === 'store' || source === 'none' ? 'saved' : `set ${sources[source]}`;
  return `$${name} (${isSet ? from : 'no value'})`;
}

/** What Enter sends: the earlier answer, or a secret with a value. If that is not known, the first name. */
function referenceOf(
  { default: proposal, accepts }: ShownQuestion,
  secrets: readonly SecretView[] | null,
): string | null {
  const isUsable = (reference: string): boolean =>
    secrets === null || secrets.some(({ name, isSet }) => isSet && reference === `$${name}`);
  const proposed = accepts.find((reference) => reference === proposal && isUsable(reference));
  return proposed ?? accepts.find(isUsable) ?? null;
}

/** The name that a typed value is saved under; `undefined` if the server would refuse all. */
function savedAs(names: readonly string[], secrets: readonly SecretView[] | null): string | undefined {
  if (secrets === null) return names[0];
  return secrets.find(({ isListed, source }) => isListed && (source === 'store' || source === 'none'))?.name;
}

function whyNotSaved(secrets: readonly SecretView[]): string {
  const own = secrets.find(({ isListed }) => isListed);
  const [{ name } = { name: '' }] = secrets;
  return own === undefined
    ? `The value is not saved: the operator must list ${name} under “secrets” in connectors.yaml.`
    : `The value is not saved: that of ${own.name} comes from elsewhere. The operator changes it there.`;
}

/** @returns whether the secret is saved */
async function save(
  context: AskContext,
  name: string,
  value: string,
  secrets: readonly SecretView[] | null,
): Promise<boolean> {
  const { session, prompter } = context;
  if (secrets?.some((secret) => secret.name === name && secret.isSet) === true) {
    const answer = await prompter.ask(`  Replace the saved value of ${name} (yes or no)? `);
    if (answer === undefined || yesOrNo(answer) !== true) return false;
  }
  try {
    await session.call('secrets.save', { name, value });
  } catch (error) {
    if (!(error instanceof OperationError)) throw error;
    await sayError(context, error.details);
    return false;
  }
  say(context, `Saved as ${cleanText(name)}. Only the name is an answer.`);
  return true;
}
