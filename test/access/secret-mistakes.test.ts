/** Operators make mistakes with secrets: what is told of them must not tell the secret, too. */
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
  /** What is told of it. */
  readonly words: string;
}

const issuer = (more: string): string => `issuers:\n  - issuer: house\n    scopes: [admin]\n${more}`;

const mistakes: Readonly<Record<string, Mistake>> = {
  'a secret in the auth file': { files: { 'auth.yaml': issuer(`    secret: ${value}\n`) }, words: 'secret' },
  'a secret in an auth file that is no YAML': {
    files: { 'auth.yaml': issuer(`    secret: "${value}\n    kinds: [\n`) },
    words: 'auth.yaml',
  },
  'a login in the address of keys': {
    files: { 'auth.yaml': issuer(`    jwks: https://ann:${value}@login.example.com/keys\n`) },
    words: 'has no login in it',
  },
  'a secret that is too short': {
    env: { SIGNALBOX_JWT_SECRET: value.slice(0, 24), SIGNALBOX_JWT_ISSUER: 'house' },
    words: '32',
  },
  'a secret of an issuer that is too short': {
    files: { 'auth.yaml': issuer(`    secret: $\{env:PLAIN_WORD}\n`) },
    env: { PLAIN_WORD: value.slice(0, 24) },
    words: 'PLAIN_WORD',
  },
  'a sealing key that is none': { env: { SIGNALBOX_KEYS: `new:${value}` }, words: 'SIGNALBOX_KEYS' },
  'a sealing key without an id': { env: { SIGNALBOX_KEYS: value }, words: 'SIGNALBOX_KEYS' },
  'a key file that is none': { files: { 'keys.json': `{ "keys": "${value}` }, words: 'keys.json' },
  'a login in the address of the server': {
    env: { SIGNALBOX_PUBLIC_URL: `https://ann:${value}@flows.example.com` },
    words: 'SIGNALBOX_PUBLIC_URL',
  },
  'a secret in a connectors file that is no YAML': {
    files: {
      'connectors.yaml': `connectors:\n  crm: { url: "https://x.example", headers: { Authorization: "${value} }\n`,
    },
    words: 'connectors.yaml',
  },
  'a secret in the wrong place of the connectors file': {
    files: {
      'connectors.yaml': `connectors:\n  crm: { url: "https://ann:${value}@x.example", token: ${value} }\n`,
    },
    words: 'connectors.yaml',
  },
  'a secret as the name of a secret': {
    files: { 'connectors.yaml': `secrets:\n  TOKEN: { hosts: [], value: ${value} }\n` },
    words: 'connectors.yaml',
  },
  'a certificate and its key the wrong way round': {
    files: { 'tls/cert.pem': certificate.key, 'tls/key.pem': certificate.cert },
    options: ['--tls-cert', 'data/tls/cert.pem', '--tls-key', 'data/tls/key.pem'],
    words: 'does not hold a key as PEM',
  },
};

for (const [name, { files = {}, env = {}, options = [], words }] of Object.entries(mistakes)) {
  test(`[W10.3] what is told of ${name} does not tell it`, async () => {
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
