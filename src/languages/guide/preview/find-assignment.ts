/** Finds values of variables with which a condition holds, or does not, to simulate a guide. */
import type { Json } from '../../../expression/index.ts';
import { holds } from '../conditions/holds.ts';
import { createLookUp } from '../conditions/look-up.ts';
import type { GuideContext } from '../model/guide-context.ts';
import type { Condition } from '../model/schema.ts';

/** Null if none is found, which does not prove that none exists. */
export function findAssignment(condition: Condition, wanted: boolean): GuideContext | null {
  const context = assign(condition, wanted);
  const isSimple = Object.keys(context).every((name) => !name.includes('.'));
  return isSimple && holds(condition, createLookUp(context)) === wanted ? context : null;
}

function assign(condition: Condition, wanted: boolean): GuideContext {
  const { var: name, and, or, not } = condition;
  if (not !== undefined) return assign(not, !wanted);
  const several = and ?? or;
  if (several !== undefined) {
    // One part is enough for an `or` to hold, and for an `and` to fail.
    const needed = (and !== undefined) === wanted ? several : several.slice(0, 1);
    return Object.assign({}, ...needed.map((each) => assign(each, wanted)));
  }
  return name === undefined ? {} : { [name]: valueFor(condition, wanted) };
}

function valueFor(condition: Condition, wanted: boolean): Json {
  const { equals, not_equals, gt, gte, lt, lte, contains, startsWith, endsWith } = condition;
  if (equals !== undefined) return wanted ? equals : otherThan(equals);
  if (not_equals !== undefined) return wanted ? otherThan(not_equals) : not_equals;
  if (gt !== undefined) return wanted ? gt + 1 : gt;
  if (gte !== undefined) return wanted ? gte : gte - 1;
  if (lt !== undefined) return wanted ? lt - 1 : lt;
  if (lte !== undefined) return wanted ? lte : lte + 1;
  const text = contains ?? condition.in?.[0] ?? startsWith ?? endsWith;
  return text === undefined ? wanted : wanted ? text : '';
}

function otherThan(value: Json): Json {
  if (typeof value === 'boolean') return !value;
  return typeof value === 'number' ? value + 1 : 'something else';
}
