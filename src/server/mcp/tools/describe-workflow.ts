/**
 * Describes a workflow to a model before it calls it: purpose, order of steps and parameters. Uses a drawing if there is
 * room and it fits, with or without its frame; otherwise one line.
 */
import type { DefinitionOutline } from '../../../operations/index.ts';
import { stepwiseOf } from './stepwise.ts';

/** In bytes. Hosts cut longer descriptions. */
const maxBytes = 2_000;

/** If the author says nothing. */
const plainIntro = 'Runs the whole workflow; “next” says what to do if it asks.';

const led =
  'Leads you step by step: do the step in the answer, then answer it with workitems_complete for the next.';

type Described = Pick<
  DefinitionOutline,
  'name' | 'domain' | 'description' | 'drawing' | 'line' | 'parameters'
> &
  Partial<Pick<DefinitionOutline, 'language'>>;

export function describeWorkflow(workflow: Described, isDrawn = true): string {
  const { domain, drawing } = workflow;
  const intro = `${domain === '' ? '' : `[${plain(domain)}] `}${plain(workflow.description) || plainIntro}`;
  const stepwise = stepwiseOf(workflow.language);
  if (stepwise !== undefined) {
    const told = stepwise.describe(workflow).map((part) => cutTo(plain(part), 420));
    return [cutTo(intro, 800), ...told, led].filter((part) => part !== '').join('\n\n');
  }
  for (const picture of isDrawn ? [drawing.trimEnd(), withoutFrame(drawing)] : []) {
    const drawn = `${intro}\n\n${picture}`;
    if (picture !== '' && bytesOf(drawn) <= maxBytes) return drawn;
  }
  return onLines(intro, workflow);
}

/** The frame takes a third of the bytes and carries no information. */
function withoutFrame(drawing: string): string {
  const lines = drawing.trimEnd().split('\n').slice(1, -1);
  return lines
    .map((line) => line.replace(/^│ {0,2}/, '').replace(/ *│$/, ''))
    .join('\n')
    .replaceAll(/^\n+|\n+$/g, '');
}

function onLines(intro: string, workflow: Described): string {
  const { line, parameters } = workflow;
  const params = parameters.map(
    ({ name, type, required, default: usual }) =>
      `${name} (${type}${required && usual === undefined ? '' : ', optional'})`,
  );
  const [steps = '', ...failures] = line.split('; ✗ ');
  const told = [
    cutTo(intro, 800),
    ...(steps === '' ? [] : [`Steps: ${cutTo(steps, 400)}`]),
    ...(failures.length === 0 ? [] : [`On failure: ${cutTo(failures.join('; '), 200)}`]),
    ...(params.length === 0 ? [] : [`Params: ${cutTo(params.join(', '), 400)}`]),
  ];
  return told.join('\n\n');
}

/** The author's text must not contain terminal control characters, and stays one paragraph. */
const plain = (text: string): string => text.replaceAll(/[\p{C}\s]+/gu, ' ').trim();

const bytesOf = (text: string): number => Buffer.byteLength(text);

/** Cuts to a number of bytes, without splitting characters. */
function cutTo(text: string, limit: number): string {
  if (bytesOf(text) <= limit) return text;
  const kept: string[] = [];
  let left = limit - bytesOf('…');
  for (const character of text) {
    left -= bytesOf(character);
    if (left < 0) break;
    kept.push(character);
  }
  return `${kept.join('').trimEnd()}…`;
}
