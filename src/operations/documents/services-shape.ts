/** The shape of services.yaml. */
import { report, shape, text, type ValueType } from '../../languages/index.ts';
import { mapOf } from './map-of.ts';

/** A text that is not empty. */
export const nameType: ValueType<string> = {
  ...text,
  read(reporter, located, what) {
    const name = text.read(reporter, located, what)?.trim();
    if (name !== '') return name;
    report(reporter, located, {
      rule: 'bad-value',
      message: `${what} must be a name, but is an empty text.`,
      expected: 'a name',
      actual: 'an empty text',
    });
    return undefined;
  },
  label: 'name',
};

export const bindingShape = shape({
  name: 'binding',
  what: 'A service',
  keys: {
    operation: {
      type: nameType,
      what: 'The operation',
      doc: 'The operation that is called.',
      placeholder: 'connector.operation',
      aliases: ['call'],
    },
    args: {
      type: mapOf(nameType),
      doc: 'The parameter of the task that each argument gets, by argument. Default: every parameter is an argument of the same name.',
      aliases: ['arguments'],
    },
    result: {
      type: nameType,
      what: 'The result',
      doc: 'The output parameter that gets the whole result. Default: the result is an object with the outputs.',
      aliases: ['output'],
    },
  },
});

/** An operation name alone is short for a map that only names it. */
const binding: Pick<ValueType<unknown>, 'schema' | 'label'> = {
  schema: (refer) => ({ anyOf: [nameType.schema(refer), refer(bindingShape)] }),
  label: 'operations',
};

export const servicesShape = shape({
  name: 'services',
  what: 'services.yaml',
  keys: {
    services: {
      type: mapOf(binding),
      doc: 'The operations of services, by the address of the service.',
      aliases: ['service'],
    },
    codelets: { type: mapOf(binding), doc: 'The operations of codelets, by name.', aliases: ['codelet'] },
    participants: {
      type: mapOf(nameType),
      doc: 'The subjects of participants, by their id in specifications.',
      aliases: ['people'],
    },
    roles: { type: mapOf(nameType), doc: 'The roles of principals, by their id in specifications.' },
  },
});
