/** For whom a work item is, in words that stand after “for”. */
import type { ItemWho } from './item-who.ts';

export function describeWho(who: ItemWho | null): string {
  if (who === null) return 'anybody';
  const { scope, unoffered, handedTo, familiar = [], apartFrom = [], fourEyes } = who;
  if (scope !== null) return `operators, who have the scope “${scope}”`;
  const whom = unoffered === true ? unofferedTo : describePeople(who);
  const offered =
    familiar.length === 0 ? whom : `whoever completed ${oneOf(familiar)}, or before that for ${whom}`;
  const first = handedTo === undefined ? offered : `“${handedTo}”, to whom it was handed`;
  return [
    first,
    ...(fourEyes ? ['but not for whoever asked for it'] : []),
    ...(apartFrom.length > 0 ? [`but not for whoever did ${oneOf(apartFrom)}`] : []),
  ].join(', ');
}

const unofferedTo = 'nobody until somebody who administers hands it on';

function describePeople(who: ItemWho): string {
  const { kind, allocated = false, chosen } = who;
  if (chosen !== undefined) return `“${chosen}”, whom the system chose`;
  const whom = describeNamed(who) ?? (kind === null ? 'anybody' : plurals[kind]);
  return allocated ? `one whom the system chooses: ${whom}` : whom;
}

const plurals = { person: 'people', agent: 'agents', service: 'services' } as const;

/** Undefined where nobody is named. */
function describeNamed({ roles, subjects, from = [], kind }: ItemWho): string | undefined {
  const whoever = kind === null ? 'whoever has' : `${plurals[kind]} with`;
  const byRole = roles.length === 0 ? [] : [`${whoever} the role ${oneOf(roles)}`];
  const as = kind === null || roles.length > 0 ? '' : `, as ${articles[kind]}`;
  const bySubject = subjects.length === 0 ? [] : [`${oneOf(subjects)}${as}`];
  const byVariable = from.length === 0 ? [] : [`whom the variable ${oneOf(from)} names`];
  const all = [...byRole, ...bySubject, ...byVariable];
  return all.length === 0 ? undefined : all.join(', and for ');
}

const articles = { person: 'a person', agent: 'an agent', service: 'a service' } as const;

/** Nobody reads a hundred names. */
const maxListed = 5;

function oneOf(names: readonly string[]): string {
  const shown = names.slice(0, maxListed).map((name) => `“${name}”`);
  const left = names.length - shown.length;
  const all = left === 0 ? shown : [...shown, `one of ${left} others`];
  return all.length === 1 ? (all[0] ?? '') : `${all.slice(0, -1).join(', ')} or ${all.at(-1) ?? ''}`;
}
