/** Secrets from the environment of a server, from files, and from its store, whose values change while it runs. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Random } from '../../src/testing/index.ts';
import { type FlowServer, type FlowServerOptions, openFlowServer } from './flow-server.ts';
import { randomSecret } from './random-secret.ts';

export interface ChangingSecrets {
  readonly server: FlowServer;
  /** The current values, by name. */
  readonly values: ReadonlyMap<string, string>;
  /** Resolves when the new value counts. */
  change(random: Random, name: string): Promise<void>;
  close(): Promise<void>;
}

const sources = ['environment', 'file', 'store'] as const;

/** Three of each source. */
export const changingNames: readonly string[] = sources.flatMap((source) =>
  [1, 2, 3].map((number) => `${source.toUpperCase()}_${number}`),
);

export function sourceOf(name: string): (typeof sources)[number] {
  const found = sources.find((source) => name.startsWith(source.toUpperCase()));
  if (found === undefined) throw new Error(`${name} has no source.`);
  return found;
}

/** @param port of 127.0.0.1 that the secrets may be sent to */
export async function openChangingSecrets(
  random: Random,
  port: number,
  files: FlowServerOptions['files'] = {},
): Promise<ChangingSecrets> {
  const folder = await mkdtemp(join(tmpdir(), 'signalbox-secrets-'));
  const pathOf = (name: string): string => join(folder, name);
  const hosts = [`127.0.0.1:${port}`];
  const server = await openFlowServer({
    files,
    connectors: JSON.stringify({
      secrets: Object.fromEntries(
        changingNames.map((name) => [
          name,
          { hosts, ...(sourceOf(name) === 'file' ? { file: pathOf(name) } : {}) },
        ]),
      ),
    }),
  });
  const values = new Map<string, string>();
  const change: ChangingSecrets['change'] = async (by, name) => {
    const value = randomSecret(by);
    const source = sourceOf(name);
    if (source === 'environment') server.env[name] = value;
    else if (source === 'file') await writeFile(pathOf(name), value, { mode: 0o600 });
    else {
      const { status, text } = await server.ask(`PUT /v1/secrets/${name}`, { value });
      if (status >= 300) throw new Error(`${name} is not saved: ${text}`);
    }
    values.set(name, value);
  };
  for (const name of changingNames) await change(random, name);
  return {
    ...{ server, values, change },
    async close() {
      await server.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
