import { describe, expect, test } from 'vitest';
import type { Json } from '../../../expression/index.ts';
import { createLookUp } from '../conditions/look-up.ts';
import type { Assessment, AssessmentConsequence, OutputContract } from '../model/schema.ts';
import { checkOutput, type OutputRequirements } from './check-output.ts';
import { loopDecisionOf } from './loop-decision.ts';

const nothing: OutputRequirements = { criteria: null, contract: null, assessments: [], consequences: [] };

function check(requirements: Partial<OutputRequirements>, output: Json | undefined) {
  const verdict = checkOutput({ ...nothing, ...requirements }, output, createLookUp({}));
  if (verdict.kind === 'malformed') throw new Error(verdict.message);
  return verdict;
}

const artifact = (fields: { readonly [key: string]: Json }): Json => ({
  notes: 'x',
  artifacts: [
    { kind: 'other', decision: 'stop' },
    { kind: 'wr.loop_control', ...fields },
  ],
});

describe('the contract of loop control', () => {
  test.each<[output: Json | undefined, loopId: string, decision: 'continue' | 'stop' | null]>([
    [{ decision: 'continue' }, '', 'continue'],
    ['{"decision": "stop"}', '', 'stop'],
    ['```json\n{"decision": "stop"}\n```', '', 'stop'],
    [artifact({ decision: 'continue' }), '', 'continue'],
    [artifact({ decision: 'continue', loopId: 'review' }), 'review', 'continue'],
    [artifact({ decision: 'continue', loopId: 'other' }), 'review', null],
    [{ decision: 'stop', loopId: 'other' }, 'review', null],
    [{ decision: 'maybe' }, '', null],
    [{ decision: null }, '', null],
    [{ artifacts: [{ kind: 'other', decision: 'stop' }, null, 'stop'] }, '', null],
    [[{ decision: 'stop' }], '', null],
    ['stop', '', null],
    [undefined, '', null],
    [null, '', null],
  ])('[U5.1] the decision of %j about the loop “%s” is %s', (output, loopId, decision) => {
    expect(loopDecisionOf(output, loopId)).toBe(decision);
  });

  const contract = (required: boolean, loopId = ''): OutputContract => ({
    contractRef: 'wr.contracts.loop_control',
    loopId,
    required,
  });

  test('[U5.1] [U5.3] a missing required decision is an issue, with an example that fulfils it', () => {
    const { issues, suggestions } = check({ contract: contract(true, 'review') }, 'All is well.');
    expect(issues).toEqual([
      {
        message: 'The output must contain a decision about the loop “review”: “continue” or “stop”.',
        path: 'outputContract',
        rule: 'contract',
        expected: 'a decision, “continue” or “stop”',
        actual: '“All is well.”',
      },
    ]);
    const example = /for example (\{.*?\})/.exec(suggestions[1] ?? '')?.[1];
    expect(check({ contract: contract(true, 'review') }, example).valid).toBe(true);
  });

  test('[U5.1] a blank output is reported once, by the contract', () => {
    expect(check({ contract: contract(true) }, '').issues.map(({ rule }) => rule)).toEqual(['contract']);
    expect(check({ contract: contract(false) }, '').issues.map(({ rule }) => rule)).toEqual(['empty']);
  });

  test('[U5.1] if no decision is required, any output is valid', () => {
    expect(check({ contract: contract(false) }, 'x').valid).toBe(true);
  });
});

describe('assessments', () => {
  const at = { path: '', span: { start: 0, end: 0 } };
  const dimension = (id: string, required: boolean) => ({
    id,
    purpose: `How much ${id}`,
    levels: ['low', 'high'],
    required,
  });
  const risk: Assessment = {
    id: 'risk',
    purpose: '',
    dimensions: [dimension('reach', true), dimension('haste', false)],
    at,
  };
  const quality: Assessment = { id: 'quality', purpose: '', dimensions: [dimension('tests', false)], at };
  const followUp = (forAssessment: string | null): AssessmentConsequence => ({
    anyEqualsLevel: 'high',
    forAssessment,
    guidance: 'Plan a way back first.',
  });
  const requirements: Partial<OutputRequirements> = {
    assessments: [risk, quality],
    consequences: [followUp('risk')],
  };
  const assessed = (levels: Json): Json => ({ notes: 'x', assessments: levels });

  test.each<[what: string, output: Json, issues: readonly string[]]>([
    ['all is well', assessed({ risk: { reach: 'low', haste: 'low' } }), []],
    ['as text', JSON.stringify(assessed({ risk: { reach: 'low' } })), []],
    [
      'a required one is missing',
      assessed({ risk: { haste: 'low' } }),
      ['The output has no level for “reach” of the assessment “risk”. Use one of “low”, “high”.'],
    ],
    [
      'no data at all',
      'done',
      ['The output has no level for “reach” of the assessment “risk”. Use one of “low”, “high”.'],
    ],
    [
      'levels that there are not',
      assessed({ risk: { reach: 'medium', haste: 5 } }),
      [
        '“medium” is not a level of “reach” of the assessment “risk”. Use one of “low”, “high”.',
        '5 is not a level of “haste” of the assessment “risk”. Use one of “low”, “high”.',
      ],
    ],
    ['a level with a consequence', assessed({ risk: { reach: 'high' } }), ['Plan a way back first.']],
    [
      'the consequence once',
      assessed({ risk: { reach: 'high', haste: 'high' } }),
      ['Plan a way back first.'],
    ],
    ['a level of another assessment', assessed({ risk: { reach: 'low' }, quality: { tests: 'high' } }), []],
    ['inherited names are no levels', assessed({ risk: { reach: 'low' }, toString: {} }), []],
  ])('[U5.1] %s', (_, output, issues) => {
    expect(check(requirements, output).issues.map(({ message }) => message)).toEqual(issues);
  });

  test('[U5.1] a consequence for any assessment applies to each of them', () => {
    const output = assessed({ risk: { reach: 'low' }, quality: { tests: 'high' } });
    expect(check({ ...requirements, consequences: [followUp(null)] }, output).issues).toMatchObject([
      { message: 'Plan a way back first.', path: 'assessments.quality.tests', rule: 'assessment' },
    ]);
  });

  test('[U5.3] the example of a suggestion meets the requirement', () => {
    const { suggestions } = check(requirements, 'done');
    expect(suggestions[1]).toBe(
      'Add the level of “reach” of the assessment “risk” (How much reach), for example {"assessments":{"risk":{"reach":"low"}}}.',
    );
    expect(check(requirements, { assessments: { risk: { reach: 'low' } } }).valid).toBe(true);
  });

  test('[U5.2] issues of rules, contract and assessments are reported at once', () => {
    const criteria = [{ type: 'length', min: 100, message: 'Too short' }] as const;
    const contract = { contractRef: 'wr.contracts.loop_control', loopId: '', required: true } as const;
    const rules = check({ ...requirements, criteria, contract }, 'done').issues.map(({ rule }) => rule);
    expect(rules).toEqual(['length', 'contract', 'assessment']);
  });
});
