/** `signalbox catalog set`: sets the address, the headers and the credentials of an imported API. */
import type { Json } from '../../expression/index.ts';
import type { Command, CommandArguments } from '../arguments/command.ts';
import { jsonOption, listOption, optionValue, sessionOptions } from '../arguments/options.ts';
import type { Host } from '../host/host.ts';
import { drawCatalog } from '../print/draw-catalogs.ts';
import { printJson } from '../print/print-json.ts';
import { withSession } from '../session/session.ts';

export const catalogSet: Command = {
  meaning:
    'Sets the address, the headers and the credentials of an imported API; the rest stays. A secret is a reference to a\nvariable, ${env:NAME}, in single quotes: the operator lists it in connectors.yaml under secrets, with the hosts that it\nmay be sent to. “signalbox catalog show CATALOG” lists the schemes.',
  arguments: { usage: 'CATALOG', min: 1, max: 1 },
  options: [
    { name: '--base-url', value: 'URL', meaning: 'address of the API; empty: that of the document' },
    {
      name: '--header',
      value: 'NAME:VALUE',
      repeats: true,
      meaning: 'a header of every request; repeatable',
    },
    { name: '--remove-header', value: 'NAME', repeats: true, meaning: 'removes a header; repeatable' },
    {
      name: '--credential',
      value: 'SCHEME=REFERENCE',
      repeats: true,
      meaning: 'the key or the token of a scheme; repeatable',
    },
    {
      name: '--login',
      value: 'SCHEME=USER:REFERENCE',
      repeats: true,
      meaning: 'the user and the password of a scheme; repeatable',
    },
    {
      name: '--client',
      value: 'SCHEME=ID:REFERENCE',
      repeats: true,
      meaning: 'the client and its secret, for OAuth; repeatable',
    },
    { name: '--scopes', value: 'A,B', meaning: 'scopes that the clients of --client ask for' },
    {
      name: '--remove-credential',
      value: 'SCHEME',
      repeats: true,
      meaning: 'removes a credential; repeatable',
    },
    jsonOption,
    ...sessionOptions,
  ],
  examples: [
    "catalog set pet_store --credential 'apiKey=${env:PETS_KEY}'",
    "catalog set shop --base-url https://shop.example.com/v2 --login 'basic=ann:${env:SHOP_PASSWORD}'",
    "catalog set shop --header 'X-Team: blue' --remove-header X-Old",
  ],
  run: runSet,
};

type Fields = { readonly [name: string]: Json };

async function runSet(args: CommandArguments, host: Host): Promise<number> {
  const problems: string[] = [];
  const input = readInput(args, problems);
  if (problems.length === 0 && Object.keys(input).length === 0)
    problems.push(
      'catalog set needs something to set: --base-url, --header, --credential, --login or --client.',
    );
  if (problems.length > 0) {
    host.err(problems.map((problem) => `${problem}\n`).join(''));
    return 2;
  }
  return withSession(args, host, async (session) => {
    const view = await session.call('catalogs.configure', { catalog: args.arguments[0] ?? '', ...input });
    if (args.chosen.has('--json')) printJson(host, view);
    else host.out(drawCatalog(host, view));
    return 0;
  });
}

/** What is wrong is added to the problems; none of them repeats a value, which may be a secret. */
function readInput(args: CommandArguments, problems: string[]): Fields {
  const scopes = listOption(args, '--scopes');
  const pairsOf = (option: string, sign: string, form: string): readonly (readonly [string, string])[] =>
    (args.values.get(option) ?? []).flatMap((word) => {
      const at = word.indexOf(sign);
      if (at > 0) return [[word.slice(0, at).trim(), word.slice(at + 1).trim()] as const];
      problems.push(`${option} must be ${form}.`);
      return [];
    });
  const loginsOf = (option: string, form: string, toFields: (user: string, secret: string) => Fields) =>
    pairsOf(option, '=', form).flatMap(([scheme, value]) => {
      const at = value.indexOf(':');
      if (at > 0 && !value.startsWith('${'))
        return [[scheme, toFields(value.slice(0, at), value.slice(at + 1))] as const];
      problems.push(`${option} must be ${form}.`);
      return [];
    });
  const removed = (option: string) => (args.values.get(option) ?? []).map((name) => [name, null] as const);
  const headers = [
    ...removed('--remove-header'),
    ...pairsOf('--header', ':', "NAME:VALUE, such as 'Accept-Language: en'"),
  ];
  const auth = [
    ...removed('--remove-credential'),
    ...pairsOf('--credential', '=', "SCHEME=REFERENCE, such as 'apiKey=${env:API_KEY}'"),
    ...loginsOf(
      '--login',
      "SCHEME=USER:REFERENCE, such as 'basic=ann:${env:API_PASSWORD}'",
      (username, password) => ({
        username,
        password,
      }),
    ),
    ...loginsOf(
      '--client',
      "SCHEME=ID:REFERENCE, such as 'oauth=my-app:${env:API_SECRET}'",
      (clientId, clientSecret) => ({
        clientId,
        clientSecret,
        scopes,
      }),
    ),
  ];
  if (scopes.length > 0 && !args.chosen.has('--client')) problems.push('--scopes goes with --client.');
  for (const [what, entries] of [
    ['header', headers],
    ['scheme', auth],
  ] as const) {
    const names = entries.map(([name]) => (what === 'header' ? name.toLowerCase() : name));
    const again = names.find((name, at) => names.indexOf(name) !== at);
    if (again !== undefined) problems.push(`The ${what} “${again}” is given twice.`);
  }
  const baseUrl = optionValue(args, '--base-url');
  return {
    ...(baseUrl === null ? {} : { baseUrl }),
    ...(headers.length === 0 ? {} : { headers: Object.fromEntries(headers) }),
    ...(auth.length === 0 ? {} : { auth: Object.fromEntries(auth) }),
  };
}
