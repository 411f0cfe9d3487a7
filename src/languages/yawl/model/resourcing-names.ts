/** Maps ids of participants and roles to subjects and roles of principals, as `services.yaml` defines. */
import { report } from '../../document/report.ts';
import type { Reporter } from '../../document/reporter.ts';
import type { ServiceDirectory } from '../../workflow.ts';
import type { LocatedName } from './schema.ts';

export interface Naming {
  participants(named: readonly LocatedName[]): readonly string[];
  roles(named: readonly LocatedName[]): readonly string[];
}

/** For more, use a role. */
const maxNames = 500;
const maxNameLength = 300;

type Kind = 'participant' | 'role';

export function createNaming(
  services: ServiceDirectory | null,
  { violations, warnings }: { readonly violations: Reporter; readonly warnings: Reporter },
): Naming {
  const isSaid = services !== null && services.participants.size + services.roles.size > 0;
  const map = (kind: Kind, known: ReadonlyMap<string, string> | undefined, named: readonly LocatedName[]) => {
    if (named.length > maxNames) refuseMany(violations, kind, named);
    const names = named.slice(0, maxNames).flatMap((each) => {
      const found = known?.get(each.name);
      if (each.name === '' || each.name.length > maxNameLength) refuseName(violations, kind, each);
      else if (found === undefined && (isSaid || isMade(each.name))) warn(warnings, kind, each);
      return found ?? each.name;
    });
    return [...new Set(names)];
  };
  return {
    participants: (named) => map('participant', services?.participants, named),
    roles: (named) => map('role', services?.roles, named),
  };
}

/** The form of ids that YAWL's resource service creates: no subject looks like this. */
const isMade = (id: string): boolean => /^(PA|RO)-[0-9a-f]{8}-/.test(id);

const meanings: Readonly<Record<Kind, string>> = { participant: 'the subject', role: 'the role' };

function warn(warnings: Reporter, kind: Kind, { name, at }: LocatedName): void {
  report(warnings, at, {
    rule: 'resourcing',
    message: `The ${kind} “${name}” is used as ${meanings[kind]} of the same name: “services.yaml” has no entry for it under ${kind}s.`,
    expected: `an entry “${name}” under ${kind}s in services.yaml`,
    actual: 'none',
  });
}

function refuseName(violations: Reporter, kind: Kind, { name, at }: LocatedName): void {
  report(violations, at, {
    rule: 'resourcing',
    message: `The id of a ${kind} must be a text of 1 to ${maxNameLength} characters.`,
    expected: `a text of 1 to ${maxNameLength} characters`,
    actual: name === '' ? 'an empty text' : `${name.length} characters`,
  });
}

function refuseMany(violations: Reporter, kind: Kind, named: readonly LocatedName[]): void {
  const [first] = named;
  if (first === undefined) return;
  report(violations, first.at, {
    rule: 'resourcing',
    message: `More than ${maxNames} ${kind}s are named. Name a role that all of them have.`,
    expected: `at most ${maxNames} ${kind}s`,
    actual: `${named.length} ${kind}s`,
  });
}
