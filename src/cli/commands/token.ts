/** `signalbox token`: creates a token for a caller, for development and for scripts. */
import { cleanText } from '../../drawing/index.ts';
import { parseDuration } from '../../expression/index.ts';
import type { Principal, Settings } from '../../operations/index.ts';
import { resolveSettings } from '../../operations/offline.ts';
import type { Command, CommandArguments } from '../arguments/command.ts';
import { dataFolderOptions, listOption, optionValue } from '../arguments/options.ts';
import type { Host } from '../host/host.ts';
import { oneLine } from '../print/clean-lines.ts';
import { dateTimeText } from '../print/run-texts.ts';
import { withErrorReport } from '../serve/server-setup.ts';

export const token: Command = {
  meaning:
    'Creates a token that the server accepts, signed with the secret of an issuer: that of the environment\n(SIGNALBOX_JWT_SECRET and SIGNALBOX_JWT_ISSUER), or one of the auth file. It grants no more than the issuer may grant.\nPrints only the token, so that scripts can use it.',
  options: [
    { name: '--subject', value: 'NAME', meaning: 'subject of the token; default: you' },
    {
      name: '--scopes',
      value: 'A,B',
      meaning: 'scopes; default: all scopes of the issuer except admin and elicit:person',
    },
    {
      name: '--tenant',
      value: 'NAME',
      meaning: 'tenant of the token, if the issuer has several',
    },
    { name: '--roles', value: 'A,B', meaning: 'roles of the subject' },
    {
      name: '--kind',
      value: 'KIND',
      choices: ['person', 'agent', 'service'],
      meaning: 'person, agent or service; default: the first kind of the issuer',
    },
    { name: '--ttl', value: 'TIME', meaning: 'how long it is valid, such as 30m; default: 1h' },
    { name: '--audience', value: 'NAME', meaning: 'audience, if the issuer names several' },
    { name: '--issuer', value: 'NAME', meaning: 'the issuer that signs it, if there are several' },
    { name: '--auth', value: 'FILE', meaning: 'file with the trusted token issuers' },
    ...dataFolderOptions,
  ],
  examples: ['token', 'token --subject ann --scopes workflows:query --ttl 15m'],
  run: runToken,
};

const hour = 3_600_000;
const maxLifetime = 30 * 24 * hour;

async function runToken(args: CommandArguments, host: Host): Promise<number> {
  // These options describe the holder of the token, not the user who creates it.
  const flags = new Map([...args.values].filter(([name]) => !['--roles', '--tenant'].includes(name)));
  const { settings, problems } = resolveSettings({ flags, env: host.environment, folder: host.folder });
  const life = readLifetime(args);
  const wrong = [...problems, ...(life === undefined ? [invalidLifetime] : [])];
  if (life === undefined || wrong.length > 0) return refuse(host, wrong);
  return withErrorReport(host, () => makeToken(args, host, settings, life));
}

async function makeToken(
  args: CommandArguments,
  host: Host,
  settings: Settings,
  life: number,
): Promise<number> {
  const { badConfiguration, publicAddress, readAccess } = await import('../../operations/index.ts');
  const { chooseIssuer } = await import('../../server/auth/choose-issuer.ts');
  const { mintToken } = await import('../../server/auth/mint-token.ts');
  const { configuration, violations } = await readAccess(settings, host.environment);
  if (violations.length > 0) throw badConfiguration(violations);
  const { issuers } = configuration;
  const optionOf = (name: string): string | undefined => optionValue(args, name) ?? undefined;
  const chosen = chooseIssuer(issuers, optionOf('--issuer') ?? settings.jwtIssuer[0]);
  if (chosen.kind === 'problem') return refuse(host, [chosen.message]);
  const minted = await mintToken(
    { issuer: chosen.issuer, name: chosen.name, issuers, base: publicAddress(settings), now: Date.now() },
    {
      subject: optionOf('--subject') ?? (settings.tokenSubject || host.user),
      scopes: args.chosen.has('--scopes') ? listOption(args, '--scopes') : undefined,
      tenant: optionOf('--tenant'),
      roles: listOption(args, '--roles'),
      kind: optionOf('--kind'),
      audience: optionOf('--audience'),
      life,
    },
  );
  if (minted.kind === 'refused') return refuse(host, minted.problems);
  host.out(`${minted.token}\n`);
  if (host.isTerminal) host.err(describe(minted.principal, minted.end));
  return 0;
}

function readLifetime(args: CommandArguments): number | undefined {
  const life = parseDuration((optionValue(args, '--ttl') ?? '1h').toLowerCase());
  return life !== undefined && life >= 1_000 && life <= maxLifetime ? life : undefined;
}

const invalidLifetime = '--ttl must be a time from 1 second to 30 days, with its unit, such as “30m”.';

function refuse(host: Host, problems: readonly string[]): number {
  host.err(problems.map((problem) => `${oneLine(problem)}\n`).join(''));
  return 2;
}

function describe({ subject, tenant, kind, scopes, roles }: Principal, end: number): string {
  const lines = [
    `For ${subject}, ${kind} of the tenant ${tenant}, until ${dateTimeText(new Date(end).toISOString())}.`,
    `Scopes: ${[...scopes].join(', ') || 'none'}.${roles.length === 0 ? '' : ` Roles: ${roles.join(', ')}.`}`,
    'Send it as “Authorization: Bearer …”; in a script: $(signalbox token).',
  ];
  return lines.map((line) => `${cleanText(line)}\n`).join('');
}
