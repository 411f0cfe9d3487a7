/** What the work item of a step shows, read from its view: its input may have come from elsewhere, and then be anything. */
import type { Json } from '../../expression/index.ts';
import type { ItemView } from '../../operations/index.ts';
import { partOf } from './part-of.ts';

export type StepOfItem = NonNullable<ItemView['guide']>;

/** A step, or a confirmation of one, as a person reads it. */
export interface Page {
  readonly step: StepOfItem;
  readonly role: string;
  readonly guidance: readonly string[];
  readonly prompt: string;
  /** What a person said who did not agree with what was done before. */
  readonly remark: string;
  readonly asksForFiles: boolean;
  /** Of a confirmation: what was produced. */
  readonly output: Json;
}

/** @param values put where the texts ask for names that nobody has set so far */
export function readPage(item: ItemView, values: ReadonlyMap<string, Json> = new Map()): Page | null {
  const { guide: step, input, message } = item;
  if (step === undefined) return null;
  const shown = partOf(input, 'step');
  const fill = (text: string) => fillIn(text, values);
  return {
    step: { ...step, title: textOf(shown, 'title') || step.title },
    role: fill(textOf(shown, 'agentRole')),
    guidance: textsOf(shown, 'guidance').map(fill),
    prompt: fill(textOf(shown, 'prompt') || message),
    remark: textOf(input, 'remark'),
    asksForFiles: partOf(shown, 'askForFiles') === true,
    output: partOf(input, 'output') ?? null,
  };
}

function fillIn(text: string, values: ReadonlyMap<string, Json>): string {
  let filled = text;
  for (const [name, value] of values) {
    const shown = typeof value === 'string' ? value : JSON.stringify(value);
    filled = filled.replaceAll(`[unset: ${name}]`, () => shown);
  }
  return filled;
}

function textOf(value: Json | undefined, key: string): string {
  const found = partOf(value, key);
  return typeof found === 'string' ? found : '';
}

function textsOf(value: Json | undefined, key: string): readonly string[] {
  const found = partOf(value, key);
  return Array.isArray(found) ? found.filter((each) => typeof each === 'string') : [];
}
