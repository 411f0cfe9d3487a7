/** `signalbox generate`: prints the question flow that adapters make, or lists the adapters. */
import type { Command, CommandArguments } from '../../../cli/arguments/command.ts';
import { jsonOption, sessionOptions } from '../../../cli/arguments/options.ts';
import type { Host } from '../../../cli/host/host.ts';
import { oneLine } from '../../../cli/print/clean-lines.ts';
import { drawTable } from '../../../cli/print/draw-table.ts';
import { printJson } from '../../../cli/print/print-json.ts';
import { type Session, withReadOnlySession } from '../../../cli/session/session.ts';
import type { generateWorkflow, listAdapters } from '../api/adapter-operations.ts';

type ResultOf<Operation extends { readonly perform?: unknown }> = Awaited<
  ReturnType<Extract<Operation['perform'], (...given: never) => unknown>>
>;

export const generate: Command = {
  meaning:
    'Generates a question flow from adapters, and prints it as YAML, to save and edit. Each adapter comes after those that\nprovide what it requires. Without an argument, lists the adapters. To ask the questions at once, use “ask --adapters”.',
  arguments: { usage: '[ADAPTER…]', min: 0 },
  options: [jsonOption, ...sessionOptions],
  examples: ['generate', 'generate hetzner talos cilium > cluster.yaml'],
  run: (args, host) =>
    withReadOnlySession(args, host, async (session) => {
      await (args.arguments.length === 0 ? printAdapters : printFlow)(session, host, args);
      return 0;
    }),
};

async function printAdapters(session: Session, host: Host, { chosen }: CommandArguments): Promise<void> {
  const list = (await session.call('adapters.list' as never, {})) as ResultOf<typeof listAdapters>;
  if (chosen.has('--json')) return printJson(host, list);
  const rows = list.adapters.map(({ name, title, provides, requires }) =>
    [name, title, textOf(provides), textOf(requires)].map(oneLine),
  );
  const columns = [{ head: 'title' }, { head: 'provides', cuts: true }, { head: 'requires', cuts: true }];
  host.out(drawTable(host, [{ head: 'adapter' }, ...columns], rows));
}

const textOf = (capabilities: readonly { readonly capability: string }[]): string =>
  capabilities.map(({ capability }) => capability).join(', ');

async function printFlow(session: Session, host: Host, args: CommandArguments): Promise<void> {
  const input = { adapters: args.arguments };
  const generated = (await session.call('questions.generate' as never, input)) as ResultOf<
    typeof generateWorkflow
  >;
  if (args.chosen.has('--json')) return printJson(host, generated);
  host.out(generated.document);
  for (const { adapter, capability, version, provided_by: adapters } of generated.missing) {
    const advice = adapters.length === 0 ? '' : `, or add ${adapters.join(' or ')}`;
    const needed = `${capability} ${version}`.trim();
    host.err(`${oneLine(`${adapter} requires ${needed}. It must exist already${advice}.`)}\n`);
  }
}
