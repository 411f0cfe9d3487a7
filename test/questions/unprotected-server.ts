/** Random settings of a server that has no credentials. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { OperationError, resolveSettings } from '../../src/operations/index.ts';
import { developmentPrincipal } from '../../src/server/auth/development-principal.ts';
import { openServer } from '../../src/server/open-server.ts';
import { createLog } from '../../src/server/telemetry/log.ts';
import type { Random } from '../../src/testing/index.ts';

/** By variable. */
export type Variables = Readonly<Record<string, string>>;

/** What is empty is not set. */
const localHosts = ['127.0.0.1', 'localhost', '', ' '];
/** None of these is an address of this machine alone, or the server does not know it. */
const otherHosts = [
  ...['0.0.0.0', '::', '192.0.2.1', '10.0.0.1', '203.0.113.9', '2001:db8::1', 'fe80::1', '::ffff:0.0.0.0'],
  ...['flows.example.com', 'localhost.example.com', '127.0.0.1.example.com', '127.0.0.1.', 'localhost.', '0'],
  ...['1270.0.0.1', '127.0.0.256', '128.0.0.1', '126.255.255.255', '::2', '127', '::127.0.0.1', '*', '[::]'],
  ...['127.0.0.1 0.0.0.0', '127.0.0.1,0.0.0.0', '-', '0x7f.0.0.1'],
];
const localAddresses = ['', 'http://127.0.0.1:8484', 'https://localhost', 'http://[::1]:1'];
const otherAddresses = [
  ...['http://flows.example.com', 'https://flows.example.com', 'https://127.0.0.1.example.com'],
  ...['http://localhost.example.com:8484', 'http://0.0.0.0', 'https://[::]', 'http://192.0.2.1'],
];

export interface OpenSettings {
  readonly variables: Variables;
  /** They let only this machine reach the server. */
  readonly isLocal: boolean;
}

/** @param tls variables with the files of a certificate */
export function randomOpenSettings(random: Random, tls: Variables): OpenSettings {
  const isUsual = (): boolean => random.chance(0.75);
  const [hasLocalHost, hasLocalAddress, isDevelopment, isDirect] = [
    isUsual(),
    isUsual(),
    isUsual(),
    isUsual(),
  ];
  const address = random.pick(hasLocalAddress ? localAddresses : otherAddresses);
  return {
    variables: {
      SIGNALBOX_HOST: random.pick(hasLocalHost ? localHosts : otherHosts),
      ...(address === '' ? {} : { SIGNALBOX_PUBLIC_URL: address }),
      ...(isDevelopment ? {} : { SIGNALBOX_MODE: 'production' }),
      ...(isDirect ? {} : { SIGNALBOX_PROXIES: random.pick(['127.0.0.1', '10.0.0.0/8', '192.0.2.1,::1']) }),
      ...(random.chance(0.4) ? tls : {}),
    },
    isLocal: hasLocalHost && hasLocalAddress && isDevelopment && isDirect,
  };
}

export interface StartOutcome {
  readonly kind: 'served' | 'refused';
  /** Where it listens, or why it does not. */
  readonly text: string;
}

/** Closes the server again. @param folder of its data */
export async function startOpenServer({ variables }: OpenSettings, folder: string): Promise<StartOutcome> {
  const [data, workflows] = [join(folder, 'data'), join(folder, 'workflows')];
  await Promise.all([data, workflows].map((path) => mkdir(path, { recursive: true })));
  const { settings, problems } = resolveSettings({
    flags: new Map([
      ['--data', [data]],
      ['--workflows', [workflows]],
      ['--port', ['0']],
    ]),
    env: variables,
    folder,
  });
  if (problems.length > 0) return { kind: 'refused', text: problems.join(' ') };
  try {
    const server = await openServer({
      ...{ settings, env: variables, version: '0.0.0', developer: developmentPrincipal('ann') },
      stdioCommand: { command: 'signalbox', args: ['stdio'] },
      log: createLog({ level: 'error', form: 'json', redact: (text) => text, write: () => {} }),
    });
    await server.close();
    return { kind: 'served', text: server.url };
  } catch (error) {
    if (!(error instanceof OperationError) || error.details.code !== 'insecure_server') throw error;
    return { kind: 'refused', text: error.message };
  }
}
