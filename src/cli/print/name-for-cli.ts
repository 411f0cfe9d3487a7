/** How users of the command line know what errors refer to: an operation by its verb. */
import { type NameReference, plainName } from '../../languages/index.ts';
import { registry } from '../../operations/registry.ts';

export const nameForCli: NameReference = (reference) => {
  const verb = 'operation' in reference ? registry.find(reference.operation)?.verb : undefined;
  return verb === undefined ? plainName(reference) : `“signalbox ${verb.name}”`;
};
