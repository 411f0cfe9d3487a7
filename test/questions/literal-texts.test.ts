/** Texts that look like references, and are none. */
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are texts of flows.
import { describe, expect, test } from 'vitest';
import { operationsOf, statesOf } from '../../src/languages/questions/flow.ts';
import { contentOf, readQuestions } from '../../src/languages/questions/read-questions.ts';

const read = (document: object) =>
  readQuestions({ path: 'flow.json', text: JSON.stringify(document) }, { operations: null });
const flowOf = (more: object, text: unknown = '') => {
  const { workflows, violations } = read({
    version: '1.0.0',
    workflow_id: 'texts',
    states: {
      only: {
        question: { id: 'my-app', type: 'string', prompt: 'What?', ...more },
        operations: [{ id: 'run', call: 'echo', args: { text } }],
      },
    },
  });
  expect(violations).toEqual([]);
  return workflows.map((workflow) => contentOf(workflow).flow)[0] ?? expect.unreachable();
};
/** Of a template in an argument. */
const argument = (text: string) => {
  const [operation] = operationsOf(flowOf({}, text));
  return operation?.args.kind === 'object' ? operation.args.fields[0]?.value : undefined;
};
const app = { kind: 'name', name: 'my-app' };

describe('templates', () => {
  test.each([
    ['echo $${my-app}', { kind: 'literal', value: 'echo ${my-app}' }],
    ['$${my-app} and ${my-app}', { kind: 'text', parts: ['${my-app} and ', app] }],
    ['$$${my-app}', { kind: 'text', parts: ['$', app] }],
    ['$$$${my-app}', { kind: 'literal', value: '$${my-app}' }],
    ['${ my-app }-${my-app}', { kind: 'text', parts: [app, '-', app] }],
    [
      'a ${my_app + "${my-app}"}',
      {
        kind: 'text',
        parts: ['a ', expect.objectContaining({ right: { kind: 'literal', value: '${my-app}' } })],
      },
    ],
    ['$${env:NAME}', { kind: 'literal', value: '${env:NAME}' }],
  ])('[Q1.1] %s', (text, tree) => {
    expect(argument(text)).toEqual(tree);
  });

  test('[Q7.2] the address of an adapter is not inserted after an escaped dollar sign', () => {
    const { workflows } = read({
      ...{ adapter: 'own', version: '1', base_url: 'https://own.example' },
      inputs: [{ name: 'name', type: 'string', prompt: 'What?' }],
      operations: [{ id: 'own.run', call: 'echo', args: { text: '${base_url} $${base_url}' } }],
    });
    const [operation] = workflows.flatMap((workflow) => operationsOf(contentOf(workflow).flow));
    expect(operation?.args).toMatchObject({
      fields: [{ value: { value: 'https://own.example ${base_url}' } }],
    });
  });
});

describe('formulas', () => {
  test.each(['"${old-name}"', "'${old-name}'", '"\\"${old-name}"'])('[Q1.1] %s is a text', (text) => {
    const [state] = statesOf(flowOf({ validation: { rule: `\${my-app} != ${text}` } }));
    const value = text.startsWith('"\\') ? '"${old-name}' : '${old-name}';
    expect(state?.question.rules.rule).toMatchObject({ left: app, right: { kind: 'literal', value } });
  });
});
