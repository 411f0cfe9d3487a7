/** Who may do more with a work item than answer it. */
import { report } from '../document/report.ts';
import type { Reporter } from '../document/reporter.ts';
import type { Naming } from './resourcing-names.ts';
import type { SourceLocation, YawlPrivilege } from './schema.ts';

/** What is absent only those may do who administer. */
export interface Privileges {
  readonly skip?: Privileged;
  readonly suspend?: Privileged;
  readonly delegate?: Privileged;
  /** To hand on what one has begun. */
  readonly reallocate?: Privileged;
}

type Privileged = 'all' | { readonly roles: readonly string[]; readonly subjects: readonly string[] };

export function privilegesOf(
  privileges: readonly YawlPrivilege[],
  naming: Naming,
  warnings: Reporter,
): Privileges {
  const given: { -readonly [key in keyof Privileges]: Privileged } = {};
  for (const { name, at, allowAll, participants, roles } of privileges) {
    const key = meanings.get(name);
    if (key === undefined) warn(warnings, name, at);
    else if (key !== 'release') {
      const before = given[key];
      const placed = (names: readonly string[]) => names.map((each) => ({ name: each, at }));
      given[key] =
        allowAll || before === 'all'
          ? 'all'
          : {
              roles: [...(before?.roles ?? []), ...naming.roles(placed(roles))],
              subjects: [...(before?.subjects ?? []), ...naming.participants(placed(participants))],
            };
    }
  }
  return given;
}

/** What somebody holds they can always give back: it would be free at the end of their lease anyway. */
const meanings: ReadonlyMap<string, keyof Privileges | 'release'> = new Map([
  ['canSkip', 'skip'],
  ['canSuspend', 'suspend'],
  ['canDelegate', 'delegate'],
  ['canReallocateStateless', 'reallocate'],
  ['canReallocateStateful', 'reallocate'],
  ['canDeallocate', 'release'],
] as const);

function warn(warnings: Reporter, name: string, at: SourceLocation): void {
  report(warnings, at, {
    rule: 'resourcing',
    message:
      name === 'canPile'
        ? 'The privilege “canPile” has no effect: nobody is given the items of other cases by themselves.'
        : `The privilege “${name}” is not known, and gives nothing.`,
    expected:
      'canSkip, canSuspend, canDelegate, canReallocateStateless, canReallocateStateful or canDeallocate',
    actual: `“${name}”`,
  });
}
