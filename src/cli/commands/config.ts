/** `signalbox config`: prints every setting and its source. */
import { cleanText } from '../../drawing/index.ts';
import type { DescribedSetting } from '../../operations/index.ts';
import { describeSettings, resolveSettings } from '../../operations/offline.ts';
import type { Command, CommandArguments } from '../arguments/command.ts';
import { folderOptions, jsonOption, tenantOption } from '../arguments/options.ts';
import { addressOptions, clientOptions } from '../arguments/server-options.ts';
import type { Host } from '../host/host.ts';
import { printJson } from '../print/print-json.ts';
import { createStyles, type Styles } from '../print/styles.ts';

export const config: Command = {
  meaning: 'Prints every effective setting, its value and its source. Secrets are never shown.',
  options: [jsonOption, tenantOption, ...addressOptions, ...clientOptions, ...folderOptions],
  examples: ['config', 'config --json'],
  run: runConfig,
};

async function runConfig(args: CommandArguments, host: Host): Promise<number> {
  const resolved = resolveSettings({
    flags: args.values,
    env: host.environment,
    folder: host.folder,
    program: host.program,
  });
  const described = describeSettings(resolved);
  if (args.chosen.has('--json')) {
    const { problems, warnings } = resolved;
    printJson(host, { settings: described, problems, warnings });
  } else {
    const styles = createStyles(host.colour);
    host.out(described.map((each) => describe(each, styles)).join(''));
  }
  const messages = [...resolved.problems, ...resolved.warnings];
  host.err(messages.map((line) => `${cleanText(line)}\n`).join(''));
  return resolved.problems.length === 0 ? 0 : 2;
}

function describe(described: DescribedSetting, styles: Styles): string {
  const { name, value, origin, flag, variables, meaning, usually } = described;
  const from = origin.kind === 'default' ? 'by default' : `from ${origin.name}`;
  const shown = cleanText(value === '' ? (usually ?? 'none') : value);
  const names = [...(flag === null ? [] : [flag]), ...variables].join(', ');
  return `${styles.strong(name)}: ${shown} (${from})\n  ${meaning}; ${names}\n`;
}
