/** `signalbox webhook`: lists webhook subscriptions and deliveries, and resends them. */
import { cleanText } from '../../drawing/index.ts';
import { findNearest } from '../../expression/index.ts';
import type { DeliveryView, SubscriptionView } from '../../operations/index.ts';
import type { Command, CommandArguments } from '../arguments/command.ts';
import { jsonOption, numberOption, optionValue, pageOptions, sessionOptions } from '../arguments/options.ts';
import type { Host } from '../host/host.ts';
import { type Column, drawTable } from '../print/draw-table.ts';
import { printJson } from '../print/print-json.ts';
import { agoText, dateTimeText } from '../print/run-texts.ts';
import { type Session, withReadOnlySession, withSession } from '../session/session.ts';

export const webhook: Command = {
  meaning:
    'Lists the webhook subscriptions (list), and the deliveries that are pending or given up (deliveries); resends\none given-up delivery, or all of a subscription (resend); removes a subscription (remove).',
  arguments: { usage: 'list | deliveries | resend ID | remove SUBSCRIPTION', min: 1, max: 2 },
  options: [
    { name: '--run', value: 'RUN', meaning: 'only entries about this run' },
    { name: '--subscription', value: 'ID', meaning: 'only deliveries to this subscription' },
    { name: '--given-up', meaning: 'only deliveries that were given up' },
    ...pageOptions,
    jsonOption,
    ...sessionOptions,
  ],
  examples: ['webhook list', 'webhook deliveries --given-up', 'webhook resend sub_…', 'webhook remove sub_…'],
  run: runWebhook,
};

type WebhookAction = (args: CommandArguments, host: Host, word: string | undefined) => Promise<number>;

const actions: Readonly<Record<string, WebhookAction>> = {
  list: (args, host, surplus) =>
    surplus === undefined
      ? list(args, host, subscriptions)
      : misunderstood(host, 'webhook list takes no id.'),
  deliveries: (args, host, surplus) =>
    surplus === undefined
      ? list(args, host, deliveries)
      : misunderstood(host, 'webhook deliveries takes no id. Filter with --subscription or --run.'),
  resend: (args, host, id) =>
    id === undefined || !/^(?:dlv|sub)_/.test(id)
      ? misunderstood(host, 'webhook resend needs the id of a delivery (dlv_…) or of a subscription (sub_…).')
      : withSession(args, host, (session) => resend(session, args, host, id)),
  remove: (args, host, id) =>
    id === undefined
      ? misunderstood(host, 'webhook remove needs the id of a subscription: signalbox webhook remove sub_…')
      : withSession(args, host, (session) => remove(session, args, host, id)),
};

async function runWebhook(args: CommandArguments, host: Host): Promise<number> {
  const [word = '', id] = args.arguments;
  const action = Object.hasOwn(actions, word) ? actions[word] : undefined;
  if (action !== undefined) return action(args, host, id);
  const known = Object.keys(actions);
  const nearest = findNearest(word, known);
  const hint = nearest === undefined ? `Use one of: ${known.join(', ')}.` : `Did you mean “${nearest}”?`;
  return misunderstood(host, `Unknown action “webhook ${cleanText(word)}”. ${hint}`);
}

interface ListPage {
  readonly answer: object;
  readonly rows: readonly (readonly string[])[];
  readonly columns: readonly Column[];
  /** Printed if the list is empty. */
  readonly none: string;
  readonly nextCursor: string | null;
}

type ListQuery = (
  session: Session,
  args: CommandArguments,
  page: { readonly [name: string]: string | number },
) => Promise<ListPage>;

async function list(args: CommandArguments, host: Host, query: ListQuery): Promise<number> {
  const limit = numberOption(args, '--limit', 1, 200);
  if (limit.kind === 'misunderstood') return misunderstood(host, limit.message);
  const cursor = optionValue(args, '--cursor');
  return withReadOnlySession(args, host, async (session) => {
    const page = { limit: limit.number ?? 50, ...(cursor === null ? {} : { cursor }) };
    const { answer, rows, columns, none, nextCursor } = await query(session, args, page);
    if (args.chosen.has('--json')) {
      printJson(host, answer);
      return 0;
    }
    if (rows.length === 0) host.err(`${none}\n`);
    else host.out(drawTable(host, columns, rows));
    if (nextCursor !== null) host.err(`There are more: add --cursor ${nextCursor}\n`);
    return 0;
  });
}

const subscriptions: ListQuery = async (session, args, page) => {
  const run = optionValue(args, '--run');
  const answer = await session.call('subscriptions.list', {
    everybody: true,
    ...(run === null ? {} : { run }),
    ...page,
  });
  return {
    answer,
    rows: answer.subscriptions.map(rowOfSubscription),
    columns: subscriptionColumns,
    none: 'No subscriptions.',
    nextCursor: answer.nextCursor,
  };
};

const deliveries: ListQuery = async (session, args, page) => {
  const run = optionValue(args, '--run');
  const subscription = optionValue(args, '--subscription');
  const answer = await session.call('deliveries.list', {
    ...(run === null ? {} : { run }),
    ...(subscription === null ? {} : { subscription }),
    ...(args.chosen.has('--given-up') ? { state: 'given_up' } : {}),
    ...page,
  });
  return {
    answer,
    rows: answer.deliveries.map(rowOfDelivery),
    columns: deliveryColumns,
    none: args.chosen.has('--given-up') ? 'No delivery was given up.' : 'No pending or given-up deliveries.',
    nextCursor: answer.nextCursor,
  };
};

async function resend(session: Session, args: CommandArguments, host: Host, id: string): Promise<number> {
  if (!id.startsWith('sub_')) {
    const resent = await session.call('deliveries.resend', { delivery: id });
    if (args.chosen.has('--json')) printJson(host, resent);
    else host.out(`${resent.delivery} is sent again.\n`);
    return 0;
  }
  const all = await session.call('deliveries.resendAll', { subscription: id });
  if (args.chosen.has('--json')) printJson(host, all);
  else host.out(`${all.resent} of ${all.subscription} sent again.${all.more ? ' There are more.' : ''}\n`);
  return 0;
}

async function remove(session: Session, args: CommandArguments, host: Host, id: string): Promise<number> {
  const removed = await session.call('subscriptions.delete', { subscription: id });
  if (args.chosen.has('--json')) printJson(host, removed);
  else host.out(`${removed.subscription} is removed. Nothing more is sent to it.\n`);
  return 0;
}

const subscriptionColumns: readonly Column[] = [
  { head: 'subscription' },
  { head: 'whose', cuts: true },
  { head: 'of', cuts: true },
  { head: 'to', cuts: true },
  { head: 'ends' },
];

function rowOfSubscription({ subscription, subject, run, workflow, url, expiresAt }: SubscriptionView) {
  return [subscription, subject, run ?? `every ${workflow}`, url, dateTimeText(expiresAt)];
}

const deliveryColumns: readonly Column[] = [
  { head: 'delivery' },
  { head: 'subscription' },
  { head: 'event' },
  { head: 'state' },
  { head: 'tried' },
  { head: 'happened' },
  { head: 'because', cuts: true },
];

function rowOfDelivery(view: DeliveryView): readonly string[] {
  const { delivery, subscription, event, state, attempts, createdAt, failure } = view;
  return [
    delivery,
    subscription,
    event,
    state.replace('_', ' '),
    String(attempts),
    agoText(createdAt),
    failure ?? '',
  ];
}

async function misunderstood(host: Host, message: string): Promise<number> {
  host.err(`${message}\n`);
  return 2;
}
