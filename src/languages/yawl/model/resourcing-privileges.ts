/** Determines who may do more with a work item than answer it. */
import { report } from '../../document/report.ts';
import type { Reporter } from '../../document/reporter.ts';
import type { Naming } from './resourcing-names.ts';
import type { SourceLocation, YawlPrivilege } from './schema.ts';

/** An absent privilege is reserved for operators. */
export interface Privileges {
  readonly skip?: Privileged;
  readonly suspend?: Privileged;
  readonly delegate?: Privileged;
  /** To delegate an item that the principal holds. */
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

/** The holder can always release an item: it would be free at the end of the lease anyway. */
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
        ? 'The privilege “canPile” has no effect: items of other cases are not assigned automatically.'
        : `The privilege “${name}” is unknown and has no effect.`,
    expected:
      'canSkip, canSuspend, canDelegate, canReallocateStateless, canReallocateStateful or canDeallocate',
    actual: `“${name}”`,
  });
}
