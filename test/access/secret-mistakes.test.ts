/** Error messages about misplaced secrets never contain the secret. */
import { randomBytes } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createProgramFixture, type ProgramFixture } from '../mcp/program-fixture.ts';
import { makeCertificate } from '../tls/make-certificate.ts';
import { findLeaks, type Planted } from './planted.ts';

let programFixture: ProgramFixture;

beforeEach(async () => {
  programFixture = await createProgramFixture();
});

afterEach(() => programFixture.remove());

const secret: Planted = { name: 'the secret', value: randomBytes(20).toString('hex') };
const { value } = secret;
const certificate = makeCertificate({ name: 'flows', ips: ['127.0.0.1'] });
const privateKey: Planted = { name: 'the private key', value: certificate.key.split('\n')[1] ?? '' };

interface Mistake {
  readonly files?: Readonly<Record<string, string>>;
  readonly env?: Readonly<Record<string, string>>;
  readonly options?: readonly string[];
  /** Expected message. */
  readonly words: string;
}

const issuer = (more: string): string => `issuers:\n  - issuer: corp\n    scopes: [admin]\n${more}`;

const mistakes: Readonly<Record<string, Mistake>> = {
  'a secret in the auth file': { files: { 'auth.yaml': issuer(`    secret: ${value}\n`) }, words: 'secret' },
  'a secret in an auth file that is not YAML': {
    files: { 'auth.yaml': issuer(`    secret: "${value}\n    kinds: [\n`) },
    words: 'auth.yaml',
  },
  'credentials in the URL of keys': {
    files: { 'auth.yaml': issuer(`    jwks: https://ann:${value}@login.example.com/keys\n`) },
    words: 'contain no credentials',
  },
  'a secret that is too short': {
    env: { SIGNALBOX_JWT_SECRET: value.slice(0, 24), SIGNALBOX_JWT_ISSUER: 'corp' },
    words: '32',
  },
  'a secret of an issuer that is too short': {
    files: { 'auth.yaml': issuer(`    secret: $\{env:PLAIN_WORD}\n`) },
    env: { PLAIN_WORD: value.slice(0, 24) },
    words: 'PLAIN_WORD',
  },
  'an invalid sealing key': { env: { SIGNALBOX_KEYS: `new:${value}` }, words: 'SIGNALBOX_KEYS' },
  'a sealing key without an id': { env: { SIGNALBOX_KEYS: value }, words: 'SIGNALBOX_KEYS' },
  'an invalid key file': { files: { 'keys.json': `{ "keys": "${value}` }, words: 'keys.json' },
  'credentials in the address of the server': {
    env: { SIGNALBOX_PUBLIC_URL: `https://ann:${value}@flows.example.com` },
    words: 'SIGNALBOX_PUBLIC_URL',
  },
  'a secret in a connector file that is not YAML': {
    files: {
      'connectors.yaml': `connectors:\n  crm: { url: "https://x.example", headers: { Authorization: "${value} }\n`,
    },
    words: 'connectors.yaml',
  },
  'a secret in the wrong place of the connector file': {
    files: {
      'connectors.yaml': `connectors:\n  crm: { url: "https://ann:${value}@x.example", token: ${value} }\n`,
    },
    words: 'connectors.yaml',
  },
  'a secret as the name of a secret': {
    files: { 'connectors.yaml': `secrets:\n  TOKEN: { hosts: [], value: ${value} }\n` },
    words: 'connectors.yaml',
  },
  'a certificate and its key swapped': {
    files: { 'tls/cert.pem': certificate.key, 'tls/key.pem': certificate.cert },
    options: ['--tls-cert', 'data/tls/cert.pem', '--tls-key', 'data/tls/key.pem'],
    words: 'does not contain a key as PEM',
  },
};

for (const [name, { files = {}, env = {}, options = [], words }] of Object.entries(mistakes)) {
  test(`[W10.3] messages about ${name} do not contain it`, async () => {
    await mkdir(join(programFixture.data, 'tls'));
    for (const [file, text] of Object.entries(files)) {
      await writeFile(join(programFixture.data, file), text, { mode: 0o600 });
    }
    const programWithMistake = programFixture.as(env);
    const served = await programWithMistake.attempt('serve', '--port', '0', ...options);
    expect(served.code).not.toBe(0);
    expect(served.err).toContain(words);
    const others = await Promise.all(
      ['doctor', 'config'].map(async (command) => {
        const { out, err } = await programWithMistake.attempt(command);
        return [command, out + err] as const;
      }),
    );
    const seen = [['serve', served.out + served.err] as const, ...others];
    const planted = [secret, { ...secret, value: value.slice(0, 24) }, privateKey];
    expect(findLeaks(planted, seen)).toEqual([]);
  });
}
