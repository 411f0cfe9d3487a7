/** `signalbox item`: what can be done with a work item beside answering it. */
import { cleanText } from '../../drawing/index.ts';
import { findNearest, type Json } from '../../expression/index.ts';
import type { ItemView, MovedItem } from '../../operations/index.ts';
import type { Command, Given } from '../command.ts';
import { findItem } from '../find-item.ts';
import type { Host } from '../host.ts';
import { goAlong, moveOptions } from '../move-run.ts';
import { optionValue } from '../options.ts';
import { printJson } from '../print-json.ts';
import { printStand } from '../print-outcome.ts';
import { type Answers, withSession } from '../session.ts';

export const item: Command = {
  meaning:
    'Does something with a work item: takes it (hold), gives it back (release), hands it to somebody (delegate), lets it rest\nand go on (suspend, resume), takes its start back (rollback), ends it without an answer (skip), completes it whoever\nholds it (force), or adds an instance beside it (add). ITEM is an id from “signalbox items”, the beginning of one, or a\nrun that asks one thing.',
  arguments: {
    usage: 'hold | release | delegate | suspend | resume | rollback | skip | force | add ITEM',
    least: 2,
    most: 2,
  },
  options: [
    {
      name: '--value',
      value: 'JSON',
      meaning: 'of force: the answer, where it is for you; of add: what the new instance is about',
    },
    { name: '--to', value: 'SUBJECT', meaning: 'of delegate: who gets it' },
    ...moveOptions,
  ],
  examples: [
    'item hold last',
    'item delegate last --to bob',
    'item suspend last',
    'item force last --value \'{"yes": true}\'',
    'item add last --value \'"one more"\'',
  ],
  run: runItem,
};

interface Action {
  readonly operation: Extract<keyof Answers, `items.${string}`>;
  /** What --value is called there; absent where there is none. */
  readonly field?: 'output' | 'input';
  readonly isNeeded?: true;
  /** Whether --to says who gets it. */
  readonly isHanded?: true;
  /** The run goes on: where it stands then is what is told. */
  readonly moves?: true;
}

const actions: Readonly<Record<string, Action>> = {
  hold: { operation: 'items.hold' },
  release: { operation: 'items.release' },
  delegate: { operation: 'items.delegate', isHanded: true },
  suspend: { operation: 'items.suspend' },
  resume: { operation: 'items.resume' },
  rollback: { operation: 'items.rollback' },
  skip: { operation: 'items.skip', moves: true },
  force: { operation: 'items.force', field: 'output', moves: true },
  add: { operation: 'items.add', field: 'input', isNeeded: true },
};

async function runItem(given: Given, host: Host): Promise<number> {
  const [word = '', named = ''] = given.arguments;
  const action = Object.hasOwn(actions, word) ? actions[word] : undefined;
  if (action === undefined) return misunderstood(host, unknownAction(word));
  const value = readValue(optionValue(given, '--value'), word, action);
  if (value.kind === 'misunderstood') return misunderstood(host, value.message);
  const to = optionValue(given, '--to');
  if (to === null && action.isHanded === true) {
    return misunderstood(host, `item ${word} needs --to: the subject of whoever gets it.`);
  }
  if (to !== null && action.isHanded !== true) return misunderstood(host, `item ${word} takes no --to.`);
  return withSession(given, host, async (session) => {
    const found = await findItem(session, named);
    const { seq } = await session.call('runs.get', { run: found.run });
    const order = { item: found.item, ...value.field, ...(to === null ? {} : { to }) };
    const moved = (await session.call(action.operation, order)) as MovedItem;
    if (action.moves === true) {
      const view = await goAlong(session, host, given, { run: found.run, seen: seq });
      await printStand(session, host, view, given.chosen.has('--json'));
    } else if (given.chosen.has('--json')) printJson(host, moved);
    else host.out(`${describeItem(moved)}\n`);
    return 0;
  });
}

type Value =
  | { readonly kind: 'value'; readonly field: { readonly [name: string]: Json } }
  | { readonly kind: 'misunderstood'; readonly message: string };

function readValue(written: string | null, word: string, { field, isNeeded }: Action): Value {
  const needs = `item ${word} needs --value: what the new instance is about, as JSON.`;
  if (written === null) {
    return isNeeded === true ? { kind: 'misunderstood', message: needs } : { kind: 'value', field: {} };
  }
  if (field === undefined) return { kind: 'misunderstood', message: `item ${word} takes no --value.` };
  try {
    return { kind: 'value', field: { [field]: JSON.parse(written) as Json } };
  } catch {
    return { kind: 'misunderstood', message: 'The value of --value is JSON, such as {"yes": true}.' };
  }
}

/** The item that one has now, and what became of it. */
function describeItem({ item: view, siblings = [] }: MovedItem): string {
  const others = siblings.length === 0 ? '' : `, one of ${siblings.length + 1} instances`;
  return `${cleanText(view.yawlId ?? view.item)}  ${stateOf(view)}${others}`;
}

function stateOf({ state, paused, holder, leaseUntil }: ItemView): string {
  const until = leaseUntil === null ? '' : ` until ${leaseUntil}`;
  const held = state === 'held' ? `held by ${cleanText(holder)}${until}` : state;
  return paused ? `suspended, ${held}` : held;
}

function unknownAction(word: string): string {
  const known = Object.keys(actions);
  const nearest = findNearest(word, known);
  const hint = nearest === undefined ? `There are: ${known.join(', ')}.` : `Did you mean “${nearest}”?`;
  return `There is no “item ${cleanText(word)}”. ${hint}`;
}

function misunderstood(host: Host, message: string): number {
  host.err(`${message}\n`);
  return 2;
}
