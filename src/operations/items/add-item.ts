/**
 * Adds an instance to a multiple-instance task while one of its instances is active. The caller must hold that
 * instance or be an administrator.
 */
import { z } from 'zod';
import type { Json } from '../../kernel/index.ts';
import { fitValue, joinPhrases, partOf, phrase } from '../../languages/index.ts';
import type { WorkItem } from '../../runtime/index.ts';
import { checkoutTokenField, itemField, jsonField, keyField } from '../contract/input-fields.ts';
import type { Operation } from '../contract/operation.ts';
import { OperationError } from '../contract/operation-error.ts';
import { dataOfItem } from '../data/item-data.ts';
import { addWithinQuota } from '../quotas/within-quota.ts';
import { type MovedItem, movedItem, moveItem, sendItemEvent, sparesHolderUnlessAdmin } from './moved-item.ts';
import { dividedItem } from './read-model/instances-of-item.ts';

const input = z.strictObject({
  item: itemField.describe('Id of a work item that is one of several instances, and that you hold.'),
  input: jsonField('Value of the new instance, in place of the value that each other instance has.'),
  checkoutToken: checkoutTokenField,
  idempotencyKey: keyField,
});

const name = 'items.add';

export const addItem: Operation<z.infer<typeof input>, MovedItem> = {
  name,
  scope: 'workitems:manage',
  writes: true,
  summary: 'Adds an instance to a multiple-instance task, next to a work item that you hold.',
  rest: { method: 'POST', path: '/v1/items/{item}/instances', tag: 'items' },
  verb: { name: 'item add' },
  tool: {
    name: 'workitems_add_instance',
    title: 'Add an instance to a task',
    toolset: 'cases',
    terms: 'cases',
    description: `Adds a work item to a multi-instance task, next to one that you have checked out. The new item is offered at once.

Use it when you find one more thing to do while you work on such an item. Only tasks that their specification declares dynamic accept more instances, up to their maximum, and only while one of them is checked out.
Next: workitems_checkout of the new item, or leave it to others.`,
    aliases: ['workitems/add_instance', 'workitems.add_instance', 'workitems_create_instance'],
    hints: { idempotentHint: false },
    fields: { input: 'instance_data' },
    spellings: { input: 'instance_data', param_value: 'instance_data' },
    next: 'The new instance is offered: workitems_checkout takes it.',
  },
  input,
  output: movedItem,
  perform: (principal, given, services) =>
    moveItem(services, principal, name, given, async (head, item) => {
      if (item.ending === 'divided') throw await dividedItem(services, item);
      if (item.group === 0) throw aloneItem(item.id);
      const value = fitInstance(item, given.input);
      const added = { kind: 'instanceAdded', instance: item.group, item: { value } } as const;
      const more = { sibling: item.id, ...sparesHolderUnlessAdmin(principal) };
      return addWithinQuota(services, principal, { operation: name, input: given, value }, () =>
        sendItemEvent(services, head, item, added, more),
      );
    }),
};

const aloneItem = (item: string): OperationError =>
  new OperationError({
    code: 'wrong_state',
    message: `The work item “${item}” is not one of several instances. No instance can be added to it.`,
    context: { item },
  });

/**
 * Returns the value as the run receives it. Throws if the type of the multiple-instance variable does not allow it. A
 * language without declared types accepts any value.
 */
function fitInstance({ id, item }: WorkItem, value: Json): Json {
  const formal = partOf(item, 'formal');
  const parameter = dataOfItem(item)?.inputs.find(({ name }) => name === formal);
  if (parameter === undefined) return value;
  const { name, shape } = parameter;
  const fitted = fitValue(value, shape, name);
  if (fitted.kind === 'fitted') return fitted.value;
  // The message names the parameter, the path is the field of the input.
  const violations = fitted.problems.map((problem) => ({
    ...problem,
    path: `input${problem.path.slice(name.length)}`,
    rule: 'wrong-type',
  }));
  throw new OperationError({
    code: 'answer_refused',
    message: phrase`The value of the instance is not valid: ${joinPhrases(violations.map(({ message }) => message))}`,
    suggestedAction: phrase`Correct what is listed. ${{ operation: 'items.get' }} of another instance shows its value.`,
    context: { item: id },
    violations,
  });
}
