/** Checks names that must be unique: root net, ids, variables. */
import type { Reporter } from '../../document/reporter.ts';
import type { SourceLocation, YawlNet, YawlVariable } from '../model/schema.ts';
import { type CheckContext, fault } from './check-context.ts';

export function checkSpecificationNames({ specification, nets, violations }: CheckContext): void {
  checkRoot(
    specification.at,
    nets.map(({ net }) => net).filter(({ isRoot }) => isRoot),
    violations,
  );
  checkTwice(
    specification.decompositions.map(({ id, at }) => ({ name: id, at })),
    'decomposition',
    violations,
  );
  for (const { all } of nets)
    checkTwice(
      all.map(({ id, at }) => ({ name: id, at })),
      'task or condition of its net',
      violations,
    );
  for (const decomposition of specification.decompositions) {
    const lists: readonly (readonly [string, readonly YawlVariable[]])[] = [
      ['input parameter', decomposition.inputs],
      ['output parameter', decomposition.outputs],
      decomposition.kind === 'net'
        ? ['local variable', decomposition.locals]
        : ['enablement parameter', decomposition.enablement],
    ];
    for (const [what, variables] of lists) checkTwice(variables, what, violations);
  }
}

function checkRoot(at: SourceLocation, roots: readonly YawlNet[], violations: Reporter): void {
  const expected = 'one net with isRootNet="true"';
  if (roots.length === 0)
    fault(violations, at, {
      rule: 'missing-root-net',
      message: 'Specifications must have a root net.',
      expected,
      actual: 'none',
    });
  for (const root of roots.slice(1))
    fault(violations, root.at, {
      rule: 'several-root-nets',
      message: `Specifications must have a root net, and only one: “${roots[0]?.id ?? ''}” and “${root.id}” both are.`,
      expected,
      actual: String(roots.length),
    });
}

function checkTwice(
  named: readonly { readonly name: string; readonly at: SourceLocation }[],
  what: string,
  violations: Reporter,
): void {
  const seen = new Set<string>();
  for (const { name, at } of named) {
    if (seen.has(name))
      fault(violations, at, {
        rule: 'repeated-name',
        message: `There is more than one ${what} with the name “${name}”.`,
        expected: 'unique names',
        actual: name,
      });
    seen.add(name);
  }
}
