/** Parses output contracts: keeps the one that decides about loops, and warns about others. */
import { findNearest } from '../../../expression/index.ts';
import { describeLocated } from '../../document/describe.ts';
import type { Located } from '../../document/located.ts';
import { readShape } from '../../document/read-shape.ts';
import { report } from '../../document/report.ts';
import { replaceScalar } from '../../document/scalar-edits.ts';
import type { OutputContract } from '../model/schema.ts';
import { type GuideParseContext, warnUnsupported } from './guide-parse-context.ts';
import { readTextWithin } from './parse-text.ts';
import { contractShape, loopControl } from './part-shapes.ts';

/** Known by name only; their content is not. */
const others = ['review_verdict', 'discovery_handoff', 'gate_verdict', 'assessment'].map(
  (name) => `wr.contracts.${name}`,
);

export function readContract(
  context: GuideParseContext,
  located: Located | undefined,
): OutputContract | null {
  if (located === undefined) return null;
  const { violations } = context;
  const fields = readShape(violations, located, contractShape);
  const ref = fields?.value('contractRef');
  const name = fields?.read('contractRef');
  const required = fields?.read('required') ?? true;
  const loopId = fields?.read('loopId') ?? '';
  if (ref === undefined || name === undefined) return null;
  const contract: OutputContract = { contractRef: loopControl, loopId, required };
  if (name === loopControl) return contract;
  if (!others.includes(name) && findNearest(name, [loopControl, ...others]) === loopControl) {
    reportMisspelled(context, ref);
    return contract;
  }
  warnUnsupported(context, ref, name, 'the output of the step is not checked against it');
  return null;
}

/** The name under which the steps of a loop decide whether it continues. */
export function checkLoopContract(context: GuideParseContext, located: Located | undefined): void {
  const name = readTextWithin(context.violations, located, { what: 'The name of a contract' });
  if (located === undefined || name === undefined || name === loopControl) return;
  reportMisspelled(context, located);
}

function reportMisspelled({ violations }: GuideParseContext, located: Located): void {
  report(violations, located, {
    rule: 'bad-value',
    message: `The contract of a loop must be “${loopControl}”, but is ${describeLocated(located)}.`,
    expected: loopControl,
    actual: describeLocated(located),
    suggestion:
      located.kind !== 'scalar'
        ? undefined
        : { text: `Write ${loopControl}.`, edits: replaceScalar(violations.source, located, loopControl) },
  });
}
