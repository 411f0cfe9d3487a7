/** Tests OR-joins over composite and multiple-instance tasks: for the analysis each of them is one place. */
import { describe, expect, test } from 'vitest';
import { caseStatus, offered, playPlan, work } from '../play-specification.ts';
import { TheoryCase, type TheoryNet, warningsOf } from './theory-case.ts';

describe('a composite task', () => {
  const net: TheoryNet = {
    begin: ['A'],
    tasks: {
      A: { to: ['B', 'P', 'K'] },
      B: { to: ['J'] },
      P: { to: ['J'], does: 'S' },
      K: { to: ['Z'], removes: ['P'] },
      J: { to: ['Z'], join: 'or' },
      Z: { to: ['o'], join: 'and' },
    },
  };
  /** X repeats any number of times. */
  const inside = { S: { begin: ['X'], tasks: { X: { to: ['X', 'o'], split: 'xor' } } } } as const;

  test('[Y3.1] [Y3.3] is awaited as long as its net runs', () => {
    const waiting = new TheoryCase(net, inside).work('A', 'B');
    for (let round = 0; round < 3; round++) expect(waiting.work('X>X').caseStatus).toEqual(['K', 'X']);
    expect(waiting.work('X').caseStatus).toEqual(['J', 'K']);
    expect(waiting.work('K', 'J', 'Z').caseStatus).toBe('completed');
  });

  test('[Y3.5] that is cancelled is no longer awaited, and its net has ended', () => {
    const waiting = new TheoryCase(net, inside).work('A', 'B').start('X');
    expect(waiting.caseStatus).toEqual(['K', 'X']);
    expect(waiting.work('K').caseStatus).toEqual(['J']);
  });

  test('[Y3.5] a cancellation set works in its own net only', () => {
    const deep = {
      S: {
        begin: ['X'],
        tasks: { X: { to: ['Y'], removes: ['B', 'X'] }, Y: { to: ['o'] }, B: { to: ['Y'] } },
      },
    };
    const both = { S: { ...deep.S, begin: ['X', 'B'] } };
    const playing = new TheoryCase(net, both).work('A');
    expect(playing.caseStatus).toEqual(['B', 'B', 'K', 'X']);
  });

  test('[Y3.8] [Y2.3] whose net deadlocks fails the case, and each net is reported', () => {
    const stuck = {
      S: {
        begin: ['X'],
        tasks: { X: { to: ['Y', 'D'], split: 'xor' }, Y: { to: ['D'] }, D: { to: ['o'], join: 'and' } },
      },
    } as const;
    expect(new TheoryCase(net, stuck).work('A', 'X').caseStatus).toBe('deadlocked');
    expect(warningsOf(net, stuck)).toContain('deadlock');
  });
});

test('[Y3.1] [Y3.4] a multiple-instance task is awaited until enough instances are done', () => {
  const testNet = playPlan(
    {
      types:
        '<xs:complexType name="Names"><xs:sequence><xs:element name="name" type="xs:string" maxOccurs="unbounded"/></xs:sequence></xs:complexType>',
      nets: [
        {
          id: 'N',
          inputs: { names: 'Names' },
          begin: ['A'],
          tasks: {
            A: { to: ['B', 'M'] },
            B: { to: ['J'] },
            M: {
              to: ['J'],
              does: 'Ask',
              multiple: {
                threshold: 2,
                from: '/N/names',
                split: 'for $n in /names/* return <who>{$n/text()}</who>',
                formal: 'who',
              },
            },
            J: { to: ['o'], join: 'or' },
          },
        },
      ],
      work: { Ask: { inputs: { who: 'string' } } },
    },
    { names: { name: ['x', 'y', 'z'] } },
  );
  work(work(testNet, 'A'), 'B');
  expect(caseStatus(testNet)).toEqual(['M']);
  testNet.hold('M');
  expect(offered(testNet)).toEqual(['M', 'M', 'M']);
  testNet.complete('M', {});
  expect(offered(testNet)).toEqual(['M', 'M']);
  testNet.complete('M', {});
  expect(caseStatus(testNet)).toEqual(['J']);
});
