/** `signalbox item`: acts on a work item other than by answering it. */
import { cleanText } from '../../drawing/index.ts';
import { findNearest, type Json } from '../../expression/index.ts';
import type { ItemView, MovedItem } from '../../operations/index.ts';
import { presentItem } from '../../operations/offline.ts';
import type { Command, CommandArguments } from '../arguments/command.ts';
import { optionValue } from '../arguments/options.ts';
import type { Host } from '../host/host.ts';
import { awaitRun, runActionOptions } from '../live/act-on-run.ts';
import { printStatus } from '../live/print-outcome.ts';
import { printJson } from '../print/print-json.ts';
import { findItem } from '../session/find-item.ts';
import { type OperationResults, withSession } from '../session/session.ts';

export const item: Command = {
  meaning:
    'Acts on a work item: takes it (hold), keeps it longer (renew), returns it (release), assigns it to another (delegate),\npauses it and continues (suspend, resume), resets its start (rollback), ends it without an answer (skip), completes it\nregardless of the holder (force), or adds an instance (add). ITEM is an id from “signalbox items”, the beginning of an\nid, or a run with one open work item.',
  arguments: {
    usage: 'hold|renew|release|delegate|suspend|resume|rollback|skip|force|add ITEM',
    min: 2,
    max: 2,
  },
  options: [
    {
      name: '--value',
      value: 'JSON',
      meaning: 'force: the answer, if the item is for you; add: the data of the new instance',
    },
    { name: '--to', value: 'SUBJECT', meaning: 'delegate: the new holder' },
    ...runActionOptions,
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

interface ItemAction {
  readonly operation: Extract<keyof OperationResults, `items.${string}`>;
  /** Field name of --value; `undefined` if the action takes no value. */
  readonly field?: 'output' | 'input';
  readonly needsValue?: true;
  /** Whether --to names the new holder. */
  readonly needsRecipient?: true;
  /** The run continues: its status is printed. */
  readonly affectsRun?: true;
}

const actions: Readonly<Record<string, ItemAction>> = {
  hold: { operation: 'items.hold' },
  renew: { operation: 'items.renew' },
  release: { operation: 'items.release' },
  delegate: { operation: 'items.delegate', needsRecipient: true },
  suspend: { operation: 'items.suspend' },
  resume: { operation: 'items.resume' },
  rollback: { operation: 'items.rollback' },
  skip: { operation: 'items.skip', affectsRun: true },
  force: { operation: 'items.force', field: 'output', affectsRun: true },
  add: { operation: 'items.add', field: 'input', needsValue: true },
};

async function runItem(args: CommandArguments, host: Host): Promise<number> {
  const [word = '', named = ''] = args.arguments;
  const action = Object.hasOwn(actions, word) ? actions[word] : undefined;
  if (action === undefined) return misunderstood(host, unknownAction(word));
  const value = readValue(optionValue(args, '--value'), word, action);
  if (value.kind === 'misunderstood') return misunderstood(host, value.message);
  const to = optionValue(args, '--to');
  if (to === null && action.needsRecipient === true) {
    return misunderstood(host, `item ${word} needs --to SUBJECT: the new holder.`);
  }
  if (to !== null && action.needsRecipient !== true)
    return misunderstood(host, `item ${word} takes no --to.`);
  return withSession(args, host, async (session) => {
    const found = await findItem(session, named);
    const { seq } = await session.call('runs.get', { run: found.run });
    const input = { item: found.item, ...value.field, ...(to === null ? {} : { to }) };
    const moved = (await session.call(action.operation, input)) as MovedItem;
    if (action.affectsRun === true) {
      const view = await awaitRun(session, host, args, { run: found.run, seen: seq });
      await printStatus(session, host, view, args.chosen.has('--json'));
    } else if (args.chosen.has('--json')) printJson(host, moved);
    else host.out(`${describeItem(moved)}\n`);
    return 0;
  });
}

type ReadValueResult =
  | { readonly kind: 'value'; readonly field: { readonly [name: string]: Json } }
  | { readonly kind: 'misunderstood'; readonly message: string };

function readValue(written: string | null, word: string, { field, needsValue }: ItemAction): ReadValueResult {
  const needs = `item ${word} needs --value: the data of the new instance, as JSON.`;
  if (written === null) {
    return needsValue === true ? { kind: 'misunderstood', message: needs } : { kind: 'value', field: {} };
  }
  if (field === undefined) return { kind: 'misunderstood', message: `item ${word} takes no --value.` };
  try {
    return { kind: 'value', field: { [field]: JSON.parse(written) as Json } };
  } catch {
    return { kind: 'misunderstood', message: '--value must be JSON, such as {"yes": true}.' };
  }
}

/** The state of the item after the action. */
function describeItem({ item: view, siblings = [] }: MovedItem): string {
  const others = siblings.length === 0 ? '' : `, one of ${siblings.length + 1} instances`;
  return `${cleanText(presentItem(view)?.name ?? view.item)}  ${stateOf(view)}${others}`;
}

function stateOf({ state, paused, holder, leaseUntil }: ItemView): string {
  const until = leaseUntil === null ? '' : ` until ${leaseUntil}`;
  const held = state === 'held' ? `held by ${cleanText(holder)}${until}` : state;
  return paused ? `suspended, ${held}` : held;
}

function unknownAction(word: string): string {
  const known = Object.keys(actions);
  const nearest = findNearest(word, known);
  const hint = nearest === undefined ? `Use one of: ${known.join(', ')}.` : `Did you mean “${nearest}”?`;
  return `Unknown action “item ${cleanText(word)}”. ${hint}`;
}

function misunderstood(host: Host, message: string): number {
  host.err(`${message}\n`);
  return 2;
}
