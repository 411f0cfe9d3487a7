import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { Json } from '../../../src/kernel/index.ts';
import { graphLanguage } from '../../../src/languages/graph/index.ts';
import { convertFile } from '../../../src/languages/yawl/convert/convert-file.ts';
import { runTests } from '../../../src/operations/index.ts';
import { yawl } from '../play-specification.ts';
import type { SpecificationPlan } from '../specification-text.ts';
import { convertPlan, readBoth } from './play-both.ts';
import { startPlayer } from './player.ts';

const read = (name: string): string =>
  readFileSync(new URL(`../../../examples/invoices/${name}`, import.meta.url), 'utf8');

test('[Y8.1] the tests of the example pass for its conversion', async () => {
  const file = { path: 'invoice-approval.yawl', text: read('invoice-approval.yawl') };
  const conversion = convertFile(file, 'InvoiceApproval', null, graphLanguage.read);
  expect(conversion?.gaps).toEqual([]);
  const report = await runTests({
    tests: {
      path: 'converted.test.yaml',
      text: read('invoice-approval.test.yaml').replaceAll(
        '    params:',
        '    workflow: InvoiceApproval\n    params:',
      ),
    },
    file: { path: 'converted.yaml', text: conversion?.text ?? '' },
    api: null,
    services: null,
  });
  expect(report.violations).toEqual([]);
  expect(report.cases).toHaveLength(4);
  // Nodes that store values or choose are separate there. The tasks beside them are the same.
  const tasks = ['Review', 'Approve', 'Pay', 'Return'];
  for (const { outcome, mismatches } of report.cases) {
    expect(outcome).not.toBe('broken');
    for (const { what, actual, expected } of mismatches) {
      const taken = Array.isArray(actual) ? actual.filter((each) => tasks.includes(String(each))) : actual;
      expect([what, taken]).toEqual(['took', expected]);
    }
  }
});

/** One task with an output `n`. */
const asking = (
  given: string,
  work: { readonly inputs?: string; readonly outputs: string },
  n = 'int',
): SpecificationPlan => ({
  uri: 'Ask',
  nets: [
    {
      id: 'P',
      inputs: { n: given },
      outputs: { n },
      begin: ['A'],
      tasks: {
        A: {
          to: ['o'],
          ...(work.inputs === undefined ? {} : { starting: { n: '<n>{/P/n/text()}</n>' } }),
          completed: { n: '<n>{/A/n/text()}</n>' },
        },
      },
    },
  ],
  work: {
    A: { ...(work.inputs === undefined ? {} : { inputs: { n: work.inputs } }), outputs: { n: work.outputs } },
  },
});

test.each<[string, SpecificationPlan, Json]>([
  ['its default', asking('int = 7', { outputs: 'int = 3' }), 3],
  ['the input of the same name', asking('int = 7', { inputs: 'int', outputs: 'int' }), 7],
  ['the input rather than its default', asking('int = 7', { inputs: 'int', outputs: 'int = 3' }), 7],
  ['empty if there is no input', asking('int', { inputs: 'int', outputs: 'int' }), null],
  ['a text input', asking('string = so', { inputs: 'string', outputs: 'string' }, 'string'), 'so'],
])('[Y8.1] an omitted output is %s', (_, plan, n) => {
  const conversion = convertPlan(plan);
  expect(conversion.gaps).toEqual([]);
  const { original, converted, defaults } = readBoth(plan, conversion);
  const outputs = [
    startPlayer(original, yawl.evaluators, {}),
    startPlayer(converted, graphLanguage.evaluators, defaults),
  ].map((player) => {
    player.answer('A', {});
    return player.output;
  });
  expect(outputs).toEqual([{ n }, { n }]);
});

test('[Y8.1] privileges and forms of a task are listed', () => {
  const plan = asking('int = 7', { outputs: 'int = 3' });
  const [net] = plan.nets;
  const task = net?.tasks['A'];
  if (net === undefined || task === undefined) throw new Error('no task');
  const resourcing = `<offer initiator="system"><distributionSet><initialSet><role>clerk</role></initialSet></distributionSet></offer><allocate initiator="user"/><start initiator="user"/><privileges><privilege><name>canSkip</name><allowall>true</allowall></privilege></privileges>`;
  const { gaps, text } = convertPlan({
    ...plan,
    nets: [{ ...net, tasks: { A: { ...task, resourcing, form: 'http://forms.example/a' } } }],
  });
  expect(gaps.map(({ rule, message }) => `${rule}: ${message}`)).toEqual([
    'cannot-convert-custom-form: “A” has a custom form, “http://forms.example/a”: a question has none.',
    'cannot-convert-privileges: “A” grants privileges (canSkip): a question has none.',
  ]);
  expect(text).toContain('# by hand: “A” grants privileges (canSkip)');
});
