/** The adapters that a caller can use, and flows made from them [Q7.2][Q7.3]. */
import { z } from 'zod';
import type { LanguageOperation } from '../../language-api.ts';
import { flag, integer, json, listOf, objectOf, orNull, text } from '../../output-fields.ts';
import { type FlowCall, isSensitive, operationsOf, type Question, statesOf } from '../flow.ts';
import { adapterNamed, adaptersOf, type KnownAdapter } from '../generate/find-adapters.ts';
import { generateFlow } from '../generate/generate-flow.ts';
import { missingCapabilities, providersOf } from '../order-adapters.ts';
import { contentOf } from '../read-questions.ts';
import { presentError } from './present-error.ts';
import { tools } from './tools.ts';

const capability = objectOf({ capability: text('Its name.'), version: text('Its version; may be empty.') });

const adapterFields = {
  name: text('Name of the adapter.'),
  version: text('Its version.'),
  title: text('Name for people.'),
  description: text('What it sets up.'),
  shipped: flag('It comes with the program; otherwise it is a document of the caller.'),
  inputs: integer('How many questions it can ask.'),
  dynamic_choices: integer('How many of its questions have choices that come from a call.'),
  operations: integer('How many operations it performs.'),
  provides: listOf(capability, 'What other adapters can rely on.'),
  requires: listOf(capability, 'What it needs from others.'),
};

const listed = objectOf(adapterFields);
const adapterList = objectOf({ adapters: listOf(listed, 'By name.') });

const viewOf = ({ facts, flow, isShipped }: KnownAdapter): z.infer<typeof listed> => {
  const { name, version, provides, requires } = facts;
  return {
    name,
    version,
    title: flow.title,
    description: flow.description,
    shipped: isShipped,
    inputs: statesOf(flow).length,
    dynamic_choices: statesOf(flow).filter(({ question }) => question.choicesFrom !== null).length,
    operations: operationsOf(flow).length,
    provides,
    requires,
  };
};

const listInput = z.strictObject({
  capability: z.string().min(1).max(100).optional().describe('Only adapters that provide it.'),
});

export const listAdapters: LanguageOperation<z.infer<typeof listInput>, z.infer<typeof adapterList>> = {
  name: 'adapters.list',
  summary: 'Lists the adapters from which question flows can be generated.',
  rest: { method: 'GET', path: '/v1/adapters' },
  tool: tools.listAdapters,
  examples: [{ input: {} }],
  input: listInput,
  output: adapterList,
  presentError,
  async perform({ capability: wanted }, host) {
    const adapters = await adaptersOf(host);
    const byName = [...adapters.values()]
      .filter(
        ({ facts }) =>
          wanted === undefined || facts.provides.some(({ capability: provided }) => provided === wanted),
      )
      .map(viewOf)
      .toSorted((one, other) => (one.name < other.name ? -1 : 1));
    return { adapters: byName };
  },
};

const operation = objectOf({
  id: text('Its id.'),
  call: text('What it calls.'),
  undo: orNull(text(), 'What is called to undo it; null if nothing is.'),
});

const input = objectOf({
  id: text('Id of its question.'),
  type: text('Type of the answer.'),
  prompt: text('The question.'),
  help_text: text('More about it; may be empty.'),
  default: json('The proposed answer; null if there is none.'),
  sensitive: flag('Whether it is a secret.'),
  accepts: listOf(text(), 'The accepted names of a secret, such as $API_TOKEN.'),
  choices: orNull(listOf(text()), 'The choices that are known before the flow runs.'),
  choices_from: orNull(text(), 'What is called for the choices; null if nothing is.'),
});

const described = objectOf({
  ...adapterFields,
  questions: listOf(input, 'Its questions, in the order in which they are asked.'),
  calls: listOf(operation, 'Its operations, in the order in which they are performed.'),
  no_operations: text('Why it has no operations; empty if it has some.'),
});

const describeInput = z.strictObject({
  adapter_name: z.string().min(1).max(100).describe('Name of the adapter.'),
});

export const describeAdapter: LanguageOperation<z.infer<typeof describeInput>, z.infer<typeof described>> = {
  name: 'adapters.describe',
  summary: 'Shows the questions and operations of an adapter.',
  rest: { method: 'GET', path: '/v1/adapters/{adapter_name}' },
  tool: tools.describeAdapter,
  examples: [{ input: { adapter_name: 'hetzner' } }],
  input: describeInput,
  output: described,
  presentError,
  async perform({ adapter_name: name }, host) {
    const known = adapterNamed(await adaptersOf(host), name);
    const { flow, facts } = known;
    return {
      ...viewOf(known),
      questions: statesOf(flow).map(({ question }) => questionView(question)),
      calls: operationsOf(flow).map(({ id, undo, ...call }) => ({
        id,
        call: nameOf(call),
        undo: undo === null ? null : nameOf(undo),
      })),
      no_operations: facts.noOperations,
    };
  },
};

const nameOf = ({ connector, operation: name }: FlowCall): string =>
  connector === null ? name : `${connector}.${name}`;

const questionView = (question: Question): z.infer<typeof input> => ({
  id: question.id,
  type: question.type,
  prompt: question.prompt,
  help_text: question.helpText,
  default: question.default,
  sensitive: isSensitive(question),
  accepts: question.secrets.map((name) => `$${name}`),
  choices: question.rules.choices,
  choices_from: question.choicesFrom === null ? null : nameOf(question.choicesFrom),
});

const generateInput = z.strictObject({
  adapters: z
    .array(z.string().min(1).max(100))
    .min(1)
    .max(50)
    .describe('Names of adapters. Each is put after those that provide what it requires.'),
});

const generated = objectOf({
  workflow_id: text('Id of the flow.'),
  document: text('The flow as YAML. Save it to begin it by its id, or to change it.'),
  adapters: listOf(text(), 'In the order of their questions.'),
  states: integer('How many questions it has.'),
  missing: listOf(
    objectOf({
      adapter: text('The adapter that requires it.'),
      capability: text('Its name.'),
      version: text('Its version; may be empty.'),
      provided_by: listOf(text(), 'Adapters that provide it.'),
    }),
    'What none of these adapters provides, and must exist already.',
  ),
});

export const generateWorkflow: LanguageOperation<z.infer<typeof generateInput>, z.infer<typeof generated>> = {
  name: 'questions.generate',
  summary: 'Generates a question flow from adapters, without saving it.',
  rest: { method: 'POST', path: '/v1/question-flows' },
  tool: tools.generate,
  examples: [{ input: { adapters: ['hetzner', 'talos', 'cilium'] } }],
  input: generateInput,
  output: generated,
  presentError,
  async perform({ adapters: names }, host) {
    const { id, text: document, adapters, workflow } = await generateFlow(host, names);
    const chosen = adapters.map(({ facts }) => facts);
    const all = [...(await adaptersOf(host)).values()].map(({ facts }) => facts);
    return {
      workflow_id: id,
      document,
      adapters: chosen.map(({ name }) => name),
      states: statesOf(contentOf(workflow).flow).length,
      missing: missingCapabilities(chosen).map((missing) => ({
        ...missing,
        provided_by: providersOf(missing, all),
      })),
    };
  },
};
