/**
 * Finds references to secrets, `${env:NAME}`: only the arguments of a call may contain them, and only where the
 * author wrote them. The text stays unchanged; the call additionally receives the positions of the references, so
 * that no data can pass for one.
 */
import type { Json } from '../../kernel/index.ts';
import { describeLocated } from '../document/describe.ts';
import type { Located, LocatedScalar } from '../document/located.ts';
import { report } from '../document/report.ts';
import type { Reporter } from '../document/reporter.ts';
import type { PlannedWorkflow } from './plan-workflow.ts';
import type { GraphNode, NodeCall, Template } from './schema.ts';
import { isSql } from './sql.ts';

/** The reserved argument that passes the positions of secrets to a call. */
export const secretsField = '$secrets';

/** `$$` is a dollar sign, so a reference after it does not count. */
const written = /\$\$|\$\{env:([A-Za-z_][A-Za-z0-9_]*)\}/g;

/** Null if there is none. */
export function secretReferencesOf({ args }: NodeCall): Json | null {
  const found = args.flatMap(({ name, value }) =>
    inLocated(locatedOf(value), pointer('', name)).map((each) => ({ at: each.at, name: each.name })),
  );
  return found.length === 0 ? null : found;
}

export function checkSecrets({ workflow, everyNode: nodes }: PlannedWorkflow, reporter: Reporter): void {
  const misplaced = [
    ...nodes.flatMap(unresolved),
    ...(workflow.result === null ? [] : [workflow.result]),
  ].flatMap((template) => inLocated(locatedOf(template), ''));
  for (const { scalar, name } of misplaced) {
    report(reporter, scalar, {
      rule: 'misplaced-secret',
      message: `“\${env:${name}}” is a secret, which is not resolved here. Only the arguments of a call can contain secrets.`,
      expected: 'a secret in `args` of a call',
      actual: describeLocated(scalar),
    });
  }
  for (const { name, value } of nodes.flatMap(callsOfNode).flatMap(({ args }) => args)) {
    if (name !== secretsField) continue;
    report(reporter, locatedOf(value), {
      rule: 'reserved-name',
      message: `An argument cannot be named “${secretsField}”: the name is reserved for the secrets of a call.`,
      expected: 'another name',
      actual: secretsField,
    });
  }
}

/** Values that are displayed, passed on or computed, but not sent by a call. */
function unresolved(node: GraphNode): readonly Template[] {
  const { work } = node;
  switch (work.kind) {
    case 'yield':
    case 'error':
      return [work.message];
    case 'workflow':
      return work.args.map(({ value }) => value);
    default:
      return callsOfNode(node)
        .filter(isSql)
        .flatMap(({ args }) => args.map(({ value }) => value));
  }
}

const callsOfNode = ({ work, undo }: GraphNode): readonly NodeCall[] => [
  ...(work.kind === 'call' ? [work] : []),
  ...(undo === null ? [] : [undo]),
];

interface FoundSecret {
  readonly at: string;
  readonly name: string;
  readonly scalar: LocatedScalar;
}

function inLocated(located: Located, at: string): readonly FoundSecret[] {
  switch (located.kind) {
    case 'scalar':
      return inScalar(located, at);
    case 'list':
      return located.items.flatMap((item, index) => inLocated(item, pointer(at, String(index))));
    case 'map':
      return located.entries.flatMap(({ key, value }) => inLocated(value, pointer(at, key)));
  }
}

function inScalar(scalar: LocatedScalar, at: string): readonly FoundSecret[] {
  if (typeof scalar.value !== 'string') return [];
  return [...scalar.value.matchAll(written)].flatMap(([, name]) =>
    name === undefined ? [] : [{ at, name, scalar }],
  );
}

const locatedOf = (template: Template): Located =>
  template.kind === 'formula' ? template.scalar : template.located;

const pointer = (at: string, key: string): string =>
  `${at}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`;
