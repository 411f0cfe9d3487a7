/** What a task has that no node can have. */
import type { YawlTask } from '../schema.ts';
import type { NetConversionContext } from './net-conversion-context.ts';
import { closesBlock } from './net-links.ts';

/** @returns comments for its node */
export function reportUnconvertible(context: NetConversionContext, task: YawlTask): readonly string[] {
  return [
    ...choiceOf(context, task),
    ...cancellationOf(context, task),
    ...orJoinOf(context, task),
    ...timerOf(context, task),
    ...enablementOf(context, task),
    ...formOf(context, task),
    ...privilegesOf(context, task),
  ];
}

/** Told once, at the first of those that compete. */
function choiceOf({ links, gaps, net }: NetConversionContext, task: YawlTask): readonly string[] {
  const wired = links.wired.tasks.find((each) => each.task.id === task.id);
  return (wired?.preset ?? []).flatMap((id) => {
    const consumers = links.places.get(id)?.consumers ?? [];
    if (consumers.length < 2) return [];
    const place = net.conditions.find((each) => each.id === id);
    const names = consumers.map((each) => `“${each}”`).join(', ');
    return [
      gaps.add(place?.at ?? task.at, {
        rule: 'deferred-choice',
        message: `Whoever comes first decides in “${id}” which of ${names} is done.`,
        byHand: 'Ask which way to go, and let a branch choose.',
      }),
    ];
  });
}

function cancellationOf(
  { gaps }: NetConversionContext,
  { id, at, removes, removesFlows }: YawlTask,
): readonly string[] {
  const names = [
    ...removes.map(({ name }) => `“${name}”`),
    ...removesFlows.map(({ from, to }) => `“${from}” → “${to}”`),
  ];
  if (names.length === 0) return [];
  return [
    gaps.add(removes[0]?.at ?? removesFlows[0]?.at ?? at, {
      rule: 'cancellation-set',
      message: `“${id}” cancels ${names.join(', ')}: no node can cancel others.`,
      byHand: 'Let the nodes end by themselves, or leave it out.',
    }),
  ];
}

/** Two in one loop may wait for each other in YAWL. */
function orJoinOf({ links, gaps }: NetConversionContext, { id, at, join }: YawlTask): readonly string[] {
  const joins = links.wired.tasks.filter(({ task, preset }) => task.join === 'or' && preset.length > 1);
  const circling = joins.filter(({ task }) => links.cyclic.has(task.id));
  if (join !== 'or' || !circling.some(({ task }) => task.id === id)) return [];
  if (circling.length === 1 && closesBlock(links, id)) return [];
  return [
    gaps.add(at, {
      rule: 'or-join-in-loop',
      message: `“${id}” waits in a loop for whatever may still come: nodes of a loop wait for their own pass only.`,
      byHand: 'Say with “join: all” or with a branch what it is to wait for.',
    }),
  ];
}

function timerOf({ gaps }: NetConversionContext, { id, timer }: YawlTask): readonly string[] {
  if (timer === null) return [];
  return [
    gaps.add(timer.at, {
      rule: 'timer',
      message: `The timer of “${id}” completes its work item: a timeout fails its node.`,
      byHand: 'Write “timeout”, and under “on_error” the node to go on with as “fallback”.',
    }),
  ];
}

function enablementOf({ gaps }: NetConversionContext, { id, enablement }: YawlTask): readonly string[] {
  const [first] = enablement;
  if (first === undefined) return [];
  return [
    gaps.add(first.at, {
      rule: 'enablement',
      message: `“${id}” shows data before it is started that it does not show afterwards: a question has one message.`,
      byHand: 'Write into the message what is to be seen.',
    }),
  ];
}

function formOf({ gaps }: NetConversionContext, { id, at, customForm }: YawlTask): readonly string[] {
  if (customForm === '') return [];
  return [
    gaps.add(at, {
      rule: 'custom-form',
      message: `“${id}” has a form of its own, “${customForm}”: a question is shown by whoever shows it.`,
      byHand: 'Tell those who show questions which form is meant.',
    }),
  ];
}

/** Whether work is skipped, handed on or put off is not for a question to say. */
function privilegesOf({ gaps }: NetConversionContext, { id, resourcing }: YawlTask): readonly string[] {
  const privileges = resourcing?.privileges ?? [];
  const [first] = privileges;
  if (first === undefined) return [];
  return [
    gaps.add(first.at, {
      rule: 'privileges',
      message: `“${id}” gives privileges (${privileges.map(({ name }) => name).join(', ')}): a question has none.`,
      byHand: 'Leave it to operators, or add a branch that can be chosen instead.',
    }),
  ];
}
