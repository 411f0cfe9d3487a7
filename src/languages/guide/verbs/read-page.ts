/** Reads what the work item of a step shows. Its input may come from an import, and so is not trusted. */
import type { Json } from '../../../expression/index.ts';
import type { ItemView } from '../../../operations/index.ts';
import { partOf } from '../../../operations/offline.ts';
import type { StepOfGuide } from '../items/step-item.ts';
import { stepOf } from './guide-views.ts';

/** A step or a confirmation, for display. */
export interface Page {
  readonly step: StepOfGuide;
  readonly role: string;
  readonly guidance: readonly string[];
  readonly prompt: string;
  /** The remark of a person who did not agree with the output. */
  readonly remark: string;
  readonly asksForFiles: boolean;
  /** For a confirmation: the output of the step. */
  readonly output: Json;
  /** For a confirmation: the outputs of its checks. */
  readonly checks: readonly { readonly title: string; readonly output: Json }[];
}

export function readPage(item: ItemView): Page | null {
  const { input, message } = item;
  const step = stepOf(item);
  if (step === undefined) return null;
  const shown = partOf(input, 'step');
  return {
    step: { ...step, title: textField(shown, 'title') || step.title },
    role: textField(shown, 'agentRole'),
    guidance: textListField(shown, 'guidance'),
    prompt: textField(shown, 'prompt') || message,
    remark: textField(input, 'remark'),
    asksForFiles: partOf(shown, 'askForFiles') === true,
    output: partOf(input, 'output') ?? null,
    checks: readChecks(partOf(input, 'checks')),
  };
}

function textField(value: Json | undefined, key: string): string {
  const found = partOf(value, key);
  return typeof found === 'string' ? found : '';
}

function textListField(value: Json | undefined, key: string): readonly string[] {
  const found = partOf(value, key);
  return Array.isArray(found) ? found.filter((each) => typeof each === 'string') : [];
}

function readChecks(value: Json | undefined): Page['checks'] {
  if (!Array.isArray(value)) return [];
  return value.map((check: Json) => ({
    title: textField(check, 'title'),
    output: partOf(check, 'output') ?? null,
  }));
}
