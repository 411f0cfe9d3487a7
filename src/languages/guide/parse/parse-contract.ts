/** Contracts for outputs: the one that decides about loops is kept, others are named in a warning. */
import { findNearest } from '../../../expression/index.ts';
import { describe } from '../../document/describe.ts';
import type { Located } from '../../document/located.ts';
import { readMap } from '../../document/read-map.ts';
import { readBoolean } from '../../document/read-value.ts';
import { report } from '../../document/report.ts';
import { replaceScalar } from '../../document/scalar-edits.ts';
import type { OutputContract } from '../schema.ts';
import { type ParseScope, warnUnsupported } from './parse-scope.ts';
import { readSized } from './parse-text.ts';

export const loopControl = 'wr.contracts.loop_control';

/** Known by name; what they ask for is not. */
const others = ['review_verdict', 'discovery_handoff', 'gate_verdict', 'assessment'].map(
  (name) => `wr.contracts.${name}`,
);

export function readContract(scope: ParseScope, located: Located | undefined): OutputContract | null {
  if (located === undefined) return null;
  const { violations } = scope;
  const fields = readMap(violations, located, {
    what: 'The contract of an output',
    keys: ['contractRef', 'required', 'loopId'],
    required: { contractRef: loopControl },
  });
  const ref = fields?.value('contractRef');
  const name = readSized(violations, ref, { what: 'The name of a contract', instead: loopControl });
  const required = readBoolean(violations, fields?.value('required'), '“required”') ?? true;
  const loopId = readSized(violations, fields?.value('loopId'), { what: 'The id of the loop' }) ?? '';
  if (ref === undefined || name === undefined) return null;
  const contract: OutputContract = { contractRef: loopControl, loopId, required };
  if (name === loopControl) return contract;
  if (!others.includes(name) && findNearest(name, [loopControl, ...others]) === loopControl) {
    reportMisspelled(scope, ref);
    return contract;
  }
  warnUnsupported(scope, ref, name, 'the output of the step is not checked against it');
  return null;
}

/** Under which the steps of a loop decide whether it goes on. */
export function checkLoopContract(scope: ParseScope, located: Located | undefined): void {
  const name = readSized(scope.violations, located, { what: 'The name of a contract' });
  if (located === undefined || name === undefined || name === loopControl) return;
  reportMisspelled(scope, located);
}

function reportMisspelled({ violations }: ParseScope, located: Located): void {
  report(violations, located, {
    rule: 'bad-value',
    message: `The contract of a loop is “${loopControl}”, but here is ${describe(located)}.`,
    expected: loopControl,
    actual: describe(located),
    suggestion:
      located.kind !== 'scalar'
        ? undefined
        : { text: `Write ${loopControl}.`, edits: replaceScalar(violations.source, located, loopControl) },
  });
}
