/** How users of the command line know what errors refer to: an operation by its verb. */
import { type NameReference, plainName } from '../../languages/index.ts';
import { registry } from '../../operations/registry.ts';

export const nameForCli: NameReference = (reference) => {
  const verb = 'operation' in reference ? verbOf(reference.operation) : undefined;
  return verb === undefined ? plainName(reference) : `“signalbox ${verb}”`;
};

const verbOf = (operation: string): string | undefined =>
  verbsOfLanguages.get(operation) ?? registry.find(operation)?.verb?.name;

/** Verbs of languages call these; the operations do not name them. */
const verbsOfLanguages: ReadonlyMap<string, string> = new Map([
  ['adapters.list', 'generate'],
  ['questions.generate', 'generate'],
  ['questions.start', 'ask'],
]);
