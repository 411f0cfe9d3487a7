/** For whom a work item is, in words that stand after “for”. */
import type { ItemWho } from './item-who.ts';

export function describeWho(who: ItemWho | null): string {
  if (who === null) return 'anybody';
  const { kind, scope, fourEyes } = who;
  if (scope !== null) return `operators, who have the scope “${scope}”`;
  const named = describeNamed(who);
  const whom = named ?? (kind === null ? 'anybody' : plurals[kind]);
  return fourEyes ? `${whom}, but not for whoever asked for it` : whom;
}

const plurals = { person: 'people', agent: 'agents', service: 'services' } as const;

/** Undefined where nobody is named. */
function describeNamed({ roles, subjects, kind }: ItemWho): string | undefined {
  const whoever = kind === null ? 'whoever has' : `${plurals[kind]} with`;
  const byRole = roles.length === 0 ? [] : [`${whoever} the role ${oneOf(roles)}`];
  const as = kind === null || roles.length > 0 ? '' : `, as ${articles[kind]}`;
  const bySubject = subjects.length === 0 ? [] : [`${oneOf(subjects)}${as}`];
  const all = [...byRole, ...bySubject];
  return all.length === 0 ? undefined : all.join(', and for ');
}

const articles = { person: 'a person', agent: 'an agent', service: 'a service' } as const;

/** Nobody reads a hundred names. */
const mostShown = 5;

function oneOf(names: readonly string[]): string {
  const shown = names.slice(0, mostShown).map((name) => `“${name}”`);
  const left = names.length - shown.length;
  const all = left === 0 ? shown : [...shown, `one of ${left} others`];
  return all.length === 1 ? (all[0] ?? '') : `${all.slice(0, -1).join(', ')} or ${all.at(-1) ?? ''}`;
}
