/** Parses who does a task. */
import type { FormContext } from '../form/form-context.ts';
import { attributeIn, childOf, childrenOf, contentOf, type FormNode, textIn } from '../form/form-node.ts';
import type { Initiator, LocatedName, Selector, YawlPrivilege, YawlResourcing } from '../model/schema.ts';

export function parseResourcing(context: FormContext, node: FormNode | undefined): YawlResourcing | null {
  if (node === undefined) return null;
  const offer = childOf(node, 'offer');
  const distribution = childOf(offer, 'distributionSet');
  const initial = childOf(distribution, 'initialSet');
  const familiar = childOf(offer, 'familiarParticipant');
  const allocator = childOf(childOf(node, 'allocate'), 'allocator');
  warnOfSecondary(context, childOf(node, 'secondary'));
  return {
    at: node.at,
    offer: {
      initiator: initiatorOf(offer),
      participants: namesUnder(initial, 'participant'),
      roles: namesUnder(initial, 'role'),
      params: childrenOf(initial, 'param').map((param) => ({
        variable: nameIn(param),
        refers: textIn(param, 'refers') === 'role' ? 'role' : 'participant',
      })),
      filters: childrenOf(childOf(distribution, 'filters'), 'filter').map(selectorOf),
      constraints: childrenOf(childOf(distribution, 'constraints'), 'constraint').map(selectorOf),
      familiar: familiar === undefined ? null : attributeIn(familiar, 'taskID'),
    },
    allocate: {
      initiator: initiatorOf(childOf(node, 'allocate')),
      allocator: allocator === undefined ? null : selectorOf(allocator),
    },
    start: { initiator: initiatorOf(childOf(node, 'start')) },
    privileges: childrenOf(childOf(node, 'privileges'), 'privilege').map(privilegeOf),
  };
}

const initiatorOf = (node: FormNode | undefined): Initiator =>
  node !== undefined && attributeIn(node, 'initiator').name === 'system' ? 'system' : 'user';

const namesUnder = (node: FormNode | undefined, name: string): readonly LocatedName[] =>
  childrenOf(node, name).map((each) => ({ name: contentOf(each).trim(), at: each.textAt }));

const nameIn = (node: FormNode): LocatedName => namesUnder(node, 'name')[0] ?? { name: '', at: node.at };

function selectorOf(node: FormNode): Selector {
  const { name, at } = nameIn(node);
  const params = childrenOf(childOf(node, 'params'), 'param');
  return {
    name,
    at,
    params: params.map((each) => ({ key: textIn(each, 'key'), value: textIn(each, 'value') })),
  };
}

function privilegeOf(node: FormNode): YawlPrivilege {
  const { name, at } = nameIn(node);
  const set = childOf(node, 'set');
  return {
    name,
    at,
    allowAll: ['true', '1'].includes(textIn(node, 'allowall')),
    participants: namesUnder(set, 'participant').map((each) => each.name),
    roles: namesUnder(set, 'role').map((each) => each.name),
  };
}

function warnOfSecondary(context: FormContext, node: FormNode | undefined): void {
  if (node === undefined || node.children.length === 0) return;
  context.warn(node.at, {
    rule: 'not-supported',
    message: 'Secondary resources are not reserved for the task. The person who does it manages them.',
    expected: 'no secondary resources',
    actual: node.children.map((each) => `${each.name} ${contentOf(each).trim()}`).join(', '),
  });
}
