/** Describes for whom a work item is, as text that follows “for”. */
import type { ItemWho } from './item-who.ts';

export function describeWho(who: ItemWho | null): string {
  if (who === null) return 'anyone';
  const { scope, unoffered, handedTo, familiar = [], apartFrom = [], fourEyes } = who;
  if (scope !== null) return `operators, who have the scope “${scope}”`;
  const whom = unoffered === true ? unofferedTo : describePeople(who);
  const offered =
    familiar.length === 0
      ? whom
      : `the principal that completed ${oneOf(familiar)}, or until then for ${whom}`;
  const first = handedTo === undefined ? offered : `“${handedTo}”, to whom it was delegated`;
  return [
    first,
    ...(fourEyes ? ['but not for the requester'] : []),
    ...(apartFrom.length > 0 ? [`but not for those who did ${oneOf(apartFrom)}`] : []),
  ].join(', ');
}

const unofferedTo = 'no one until an administrator delegates it';

function describePeople(who: ItemWho): string {
  const { kind, allocated = false, chosen } = who;
  if (chosen !== undefined) return `“${chosen}”, chosen by the system`;
  const whom = describeNamed(who) ?? (kind === null ? 'anyone' : plurals[kind]);
  return allocated ? `one chosen by the system: ${whom}` : whom;
}

const plurals = { person: 'people', agent: 'agents', service: 'services' } as const;

/** `undefined` if no one is named. */
function describeNamed({ roles, subjects, from = [], kind }: ItemWho): string | undefined {
  const holders = kind === null ? 'anyone with' : `${plurals[kind]} with`;
  const byRole = roles.length === 0 ? [] : [`${holders} the role ${oneOf(roles)}`];
  const as = kind === null || roles.length > 0 ? '' : `, as ${articles[kind]}`;
  const bySubject = subjects.length === 0 ? [] : [`${oneOf(subjects)}${as}`];
  const byVariable = from.length === 0 ? [] : [`those named by the variable ${oneOf(from)}`];
  const all = [...byRole, ...bySubject, ...byVariable];
  return all.length === 0 ? undefined : all.join(', and for ');
}

const articles = { person: 'a person', agent: 'an agent', service: 'a service' } as const;

/** Names in one message. */
const maxListed = 5;

function oneOf(names: readonly string[]): string {
  const shown = names.slice(0, maxListed).map((name) => `“${name}”`);
  const left = names.length - shown.length;
  const all = left === 0 ? shown : [...shown, `one of ${left} others`];
  return all.length === 1 ? (all[0] ?? '') : `${all.slice(0, -1).join(', ')} or ${all.at(-1) ?? ''}`;
}
