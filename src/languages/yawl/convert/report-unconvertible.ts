/** Reports features of a task that no node has. */
import type { YawlTask } from '../model/schema.ts';
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

/** Reported once, at the first of the competing tasks. */
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
        message: `Whichever of ${names} starts first takes the token in “${id}”: nodes cannot compete.`,
        byHand: 'Add a question and a branch that chooses.',
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
      message: `“${id}” cancels ${names.join(', ')}: a node cannot cancel others.`,
      byHand: 'Let the nodes end, or remove the cancellation.',
    }),
  ];
}

/** In YAWL, two of them in one loop can wait for each other. */
function orJoinOf({ links, gaps }: NetConversionContext, { id, at, join }: YawlTask): readonly string[] {
  const joins = links.wired.tasks.filter(({ task, preset }) => task.join === 'or' && preset.length > 1);
  const circling = joins.filter(({ task }) => links.cyclic.has(task.id));
  if (join !== 'or' || !circling.some(({ task }) => task.id === id)) return [];
  if (circling.length === 1 && closesBlock(links, id)) return [];
  return [
    gaps.add(at, {
      rule: 'or-join-in-loop',
      message: `“${id}” is an OR-join in a loop: nodes in a loop wait only for their own pass.`,
      byHand: 'Define what it waits for with “join: all” or a branch.',
    }),
  ];
}

function timerOf({ gaps }: NetConversionContext, { id, timer }: YawlTask): readonly string[] {
  if (timer === null) return [];
  return [
    gaps.add(timer.at, {
      rule: 'timer',
      message: `The timer of “${id}” completes its work item: a timeout fails its node.`,
      byHand: 'Write “timeout”, and the next node as “fallback” under “on_error”.',
    }),
  ];
}

function enablementOf({ gaps }: NetConversionContext, { id, enablement }: YawlTask): readonly string[] {
  const [first] = enablement;
  if (first === undefined) return [];
  return [
    gaps.add(first.at, {
      rule: 'enablement',
      message: `“${id}” shows other data before its start than after it: a question has one message.`,
      byHand: 'Put the data into the message.',
    }),
  ];
}

function formOf({ gaps }: NetConversionContext, { id, at, customForm }: YawlTask): readonly string[] {
  if (customForm === '') return [];
  return [
    gaps.add(at, {
      rule: 'custom-form',
      message: `“${id}” has a custom form, “${customForm}”: a question has none.`,
      byHand: 'Configure the form in the client that shows the question.',
    }),
  ];
}

/** Questions have no rules for skipping, delegating or suspending work. */
function privilegesOf({ gaps }: NetConversionContext, { id, resourcing }: YawlTask): readonly string[] {
  const privileges = resourcing?.privileges ?? [];
  const [first] = privileges;
  if (first === undefined) return [];
  return [
    gaps.add(first.at, {
      rule: 'privileges',
      message: `“${id}” grants privileges (${privileges.map(({ name }) => name).join(', ')}): a question has none.`,
      byHand: 'Leave it to operators, or add a branch that can be chosen instead.',
    }),
  ];
}
