/** Parses whether a person must confirm: yes, no, a condition, or an object of the newer format. */
import { findNearest } from '../../../expression/index.ts';
import type { Located, LocatedMap } from '../../document/located.ts';
import { readShape } from '../../document/read-shape.ts';
import { readBoolean } from '../../document/read-value.ts';
import type { Confirmation } from '../model/schema.ts';
import { type GuideParseContext, warnUnsupported } from './guide-parse-context.ts';
import { readCondition } from './parse-condition.ts';
import { confirmationKinds, gateShape } from './part-shapes.ts';

export function readConfirmation(context: GuideParseContext, located: Located | undefined): Confirmation {
  if (located === undefined) return { kind: 'never' };
  if (located.kind !== 'map') {
    const always = readBoolean(context.violations, located, 'The confirmation');
    return { kind: always === true ? 'always' : 'never' };
  }
  return isGate(located) ? readGate(context, located) : when(context, located);
}

/** Whether the map has a key that a condition never has. */
function isGate({ entries }: LocatedMap): boolean {
  return entries.some(
    ({ key, value }) =>
      key === 'kind' ||
      key === 'condition' ||
      (findNearest(key, ['kind']) !== undefined &&
        value.kind === 'scalar' &&
        findNearest(String(value.value), confirmationKinds) !== undefined),
  );
}

function when(context: GuideParseContext, located: Located): Confirmation {
  const condition = readCondition(context, located);
  if (condition === undefined) return { kind: 'always' };
  return { kind: 'when', condition, at: { path: located.path, span: located.span } };
}

function readGate(context: GuideParseContext, located: Located): Confirmation {
  const fields = readShape(context.violations, located, gateShape);
  if (fields?.read('kind', 'human_approval') === 'coordinator_eval') {
    const at = fields.value('kind') ?? located;
    warnUnsupported(context, at, 'coordinator_eval', 'a person is asked to confirm instead');
  }
  const condition = fields?.value('condition');
  return condition === undefined ? { kind: 'always' } : when(context, condition);
}
