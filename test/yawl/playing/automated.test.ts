import { describe, expect, test } from 'vitest';
import type { Json } from '../../../src/kernel/index.ts';
import type { ServiceBinding, ServiceDirectory } from '../../../src/languages/workflow.ts';
import { TestNet } from '../../test-net.ts';
import { caseStatus, yawl } from '../play-specification.ts';
import { type SpecificationPlan, specificationText } from '../specification-text.ts';

const service = 'http://localhost:8080/rates/ib';

const converting = (more: string): SpecificationPlan => ({
  uri: 'Converting',
  nets: [
    {
      id: 'N',
      inputs: { amount: 'decimal', currency: 'string' },
      outputs: { euros: 'decimal' },
      locals: { euros: 'decimal' },
      begin: ['Convert'],
      tasks: {
        Convert: {
          to: ['o'],
          starting: { amount: '/N/amount', currency: '/N/currency' },
          completed: { euros: '<euros>{/Convert/euros/text()}</euros>' },
        },
      },
    },
  ],
  work: {
    Convert: { inputs: { amount: 'decimal', currency: 'string' }, outputs: { euros: 'decimal' }, more },
  },
});

const directory = (found: Partial<ServiceDirectory>): ServiceDirectory => ({
  services: new Map(),
  codelets: new Map(),
  participants: new Map(),
  roles: new Map(),
  ...found,
});

const read = (more: string, services: ServiceDirectory | null) =>
  yawl.read({ path: 'c.yawl', text: specificationText(converting(more)) }, { operations: null, services });

function play(more: string, services: ServiceDirectory): TestNet {
  const program = read(more, services).workflows[0]?.program;
  if (program == null) throw new Error('no program');
  const input = { amount: { value: 12.5 }, currency: { value: 'USD' } };
  const testNet = new TestNet(program, { evaluators: yawl.evaluators });
  return testNet.send({ kind: 'started', seed: 1, input });
}

const binding: ServiceBinding = { operation: 'rates.convert', args: null, result: null };
const byService = `<yawlService id="${service}"/>`;
const byCodelet = '<codelet>RateCodelet</codelet><externalInteraction>automated</externalInteraction>';

describe('automated tasks', () => {
  test.each([
    ['a service', byService, directory({ services: new Map([[service, binding]]) })],
    ['a codelet', byCodelet, directory({ codelets: new Map([['RateCodelet', binding]]) })],
  ])(
    '[Y5.1] %s that services.yaml names is performed by a call with the data of the task',
    (_, more, services) => {
      const testNet = play(more, services);
      expect(testNet.asked('call')).toMatchObject([
        {
          connector: 'rates',
          operation: 'convert',
          input: { record: { amount: { value: 12.5 }, currency: { value: 'USD' } } },
        },
      ]);
      expect(testNet.succeed('Convert', { euros: '10.75', rate: 1.16 }).state.output).toEqual({
        record: { euros: { value: 10.75 } },
      });
      expect(read(more, services).warnings).toEqual([]);
    },
  );

  test('[Y5.1] arguments can have other names, and the whole result can be one output', () => {
    const renamed = { ...binding, args: { from: 'currency', value: 'amount' }, result: 'euros' };
    const testNet = play(byService, directory({ services: new Map([[service, renamed]]) }));
    expect(testNet.asked('call')).toMatchObject([
      { input: { record: { from: { value: 'USD' }, value: { value: 12.5 } } } },
    ]);
    expect(testNet.succeed('Convert', 10.75).state.output).toEqual({ record: { euros: { value: 10.75 } } });
  });

  test.each<[string, Json]>([
    ['no object', 'ten'],
    ['an output is missing', {}],
    ['of another type', { euros: 'ten' }],
  ])('[Y4.1] [Y5.1] a result that does not fit fails the task: %s', (_, result) => {
    const testNet = play(byService, directory({ services: new Map([[service, binding]]) })).succeed(
      'Convert',
      result,
    );
    expect([caseStatus(testNet), testNet.state.failure?.message]).toEqual([
      'failed: expression',
      expect.stringContaining('euros'),
    ]);
  });

  test.each([
    ['a service', byService, service],
    ['a codelet', byCodelet, 'RateCodelet'],
  ])('[Y5.1] without a mapping %s is a work item, with a warning', (_, more, name) => {
    const { workflows, warnings } = read(more, directory({}));
    const [task] = workflows[0]?.program?.nets[0]?.tasks ?? [];
    expect(task?.work.kind).toBe('offer');
    expect(warnings).toHaveLength(1);
    expect(warnings[0]?.message).toContain(name);
  });

  test('[Y3.4] [Y5.1] the instances of a task are performed one by one, and their results joined', () => {
    const plan: SpecificationPlan = {
      nets: [
        {
          id: 'N',
          inputs: { amounts: 'YStringListType' },
          outputs: { euros: 'YStringListType', last: 'decimal' },
          locals: { euros: 'YStringListType', last: 'decimal' },
          begin: ['Convert'],
          tasks: {
            Convert: {
              to: ['o'],
              completed: { last: '<last>{/Convert/euros/text()}</last>' },
              multiple: {
                from: '/N/amounts',
                split: 'for $each in /amounts/item return <amount>{$each/text()}</amount>',
                formal: 'amount',
                output: {
                  each: '<item>{/Convert/euros/text()}</item>',
                  join: '<euros>{/Convert/item}</euros>',
                  to: 'euros',
                },
              },
            },
          },
        },
      ],
      work: { Convert: { inputs: { amount: 'decimal' }, outputs: { euros: 'decimal' }, more: byService } },
    };
    const services = directory({ services: new Map([[service, { ...binding, result: 'euros' }]]) });
    const { workflows } = yawl.read(
      { path: 'c.yawl', text: specificationText(plan) },
      { operations: null, services },
    );
    const program = workflows[0]?.program;
    if (program == null) throw new Error('no program');
    const testNet = new TestNet(program, { evaluators: yawl.evaluators });
    const input = { amounts: { value: { item: ['1', '2'] } } };
    testNet.send({ kind: 'started', seed: 1, input });
    for (const result of [0.5, 1.5]) testNet.succeed('Convert', result);
    expect(testNet.state.output).toEqual({
      record: { euros: { value: { item: ['0.5', '1.5'] } }, last: { value: 1.5 } },
    });
  });
});
