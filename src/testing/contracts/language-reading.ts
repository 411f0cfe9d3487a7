/** Contract: what is known of a document without running it. */
import assert from 'node:assert/strict';
import { assertErrors, entriesOf, type LanguageCase, readOutput } from './language-case.ts';
import type { OpenedLanguage } from './language-fixture.ts';
import { callRoute, callTools, jsonRpc, mcpOf2026 } from './language-interface.ts';

export const readingCases: readonly LanguageCase[] = [
  {
    fact: 'it is listed, with a schema and a reference with examples',
    async run({ fixture, address }) {
      const { body } = await callRoute(address(), 'GET', 'languages');
      const ids = entriesOf(body['languages']).map(({ language }) => language);
      assert.ok(ids.includes(fixture.language), ids.join(', '));
      const { body: reference } = await callRoute(address(), 'GET', `languages/${fixture.language}`);
      assert.match(String(reference['page']), /\S/);
      assert.notEqual(entriesOf(reference['examples']).length, 0);
      const schema = await fetch(`${address()}/v1/schemas/${fixture.language}`);
      assert.equal(schema.status, 200);
      assert.match(await schema.text(), /\S/);
    },
  },
  {
    fact: 'its workflow is valid, and listed with its language',
    async run({ fixture, address, verb }) {
      const lists = [
        readOutput(await verb('workflows', '--json'), 0)['definitions'],
        (await callRoute(address(), 'GET', 'workflows')).body['definitions'],
        (await jsonRpc(address())('workflow_list', {}))['workflows'],
      ];
      for (const list of lists) {
        const listed = entriesOf(list).map(({ id, language, valid }) => ({ id, language, valid }));
        assert.deepEqual(listed, [{ id: fixture.workflow, language: fixture.language, valid: true }]);
      }
    },
  },
  {
    fact: 'a valid document has no errors; every error of another is reported with its position',
    async run({ fixture, address, verb, pathOf }) {
      const { text: source, errors } = fixture.broken;
      const paths = [pathOf(fixture.document), pathOf(fixture.broken)];
      const [valid = {}, broken = {}] = entriesOf(
        readOutput(await verb('validate', ...paths, '--json'), 1)['files'],
      );
      assert.deepEqual([valid['language'], valid['valid']], [fixture.language, true]);
      assertErrors(broken['violations'], errors);
      const { body } = await callRoute(address(), 'POST', 'validations', { source });
      assert.deepEqual([body['language'], body['valid']], [fixture.language, false]);
      assertErrors(body['violations'], errors);
      const tool = callTools(mcpOf2026(address()));
      const checked = await tool('workflow_validate', { manifest_content: source });
      assertErrors(checked['violations'], errors);
    },
  },
  {
    fact: 'it is drawn as text, Mermaid and SVG, with the names of its tasks',
    async run({ fixture, address, verb, pathOf }) {
      const { workflow, answers } = fixture;
      const { code, out, err } = await verb('graph', pathOf(fixture.document));
      assert.equal(code, 0, err);
      const drawings = [out];
      for (const format of ['mermaid', 'svg']) {
        const path = `workflows/${encodeURIComponent(workflow)}/drawing?format=${format}`;
        drawings.push(String((await callRoute(address(), 'GET', path)).body['drawing']));
      }
      for (const drawing of drawings) {
        for (const { drawnAs, task } of answers) assert.ok(drawing.includes(drawnAs ?? task), drawing);
      }
    },
  },
  {
    fact: 'a simulation with answers has its output, and one without completes with samples',
    async run(opened) {
      const { fixture, address, verb, write, pathOf } = opened;
      const { workflow, inputs, output } = fixture;
      const script = await write('script.json', JSON.stringify({ answers: scripted(opened) }));
      const words = ['simulate', pathOf(fixture.document), '--json', '--params', JSON.stringify(inputs)];
      const played = readOutput(await verb(...words, '--script', script), 0);
      assert.deepEqual([played['status'], played['output']], ['completed', output]);
      const request = { workflow, params: inputs };
      const { body: sampled } = await callRoute(address(), 'POST', 'simulations', request);
      assert.equal(sampled['status'], 'completed');
    },
  },
  {
    fact: 'a test case passes with the right output, and fails with another one',
    async run(opened) {
      const { fixture, verb, write } = opened;
      const { inputs: params, output: result, answers, document } = fixture;
      const took = answers.map(({ task }) => task);
      const cases = [result, { other: true }].map((each, at) => ({
        ...{ name: `case ${at}`, params, answers: scripted(opened), expect: { took, result: each } },
      }));
      const path = await write(
        `workflows/${document.file.replace(/\.\w+$/, '')}.test.yaml`,
        JSON.stringify({ cases }),
      );
      const { code, out, err } = await verb('test', path);
      assert.equal(code, 1, err);
      assert.match(out, /✓ case 0/);
      assert.match(out, /1 passed, 1 failed/);
    },
  },
];

/** By task. */
const scripted = ({ fixture: { answers } }: OpenedLanguage) =>
  Object.fromEntries(answers.map(({ task, answer }) => [task, answer]));
