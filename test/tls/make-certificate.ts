/** Creates realistic certificates: an authority, and certificates that it signs. */
import { createPrivateKey, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';

export interface Certificate {
  /** PEM. */
  readonly cert: string;
  readonly key: string;
}

export interface Wanted {
  readonly name: string;
  /** Subject alternative names. */
  readonly dns?: readonly string[];
  readonly ips?: readonly string[];
  readonly uris?: readonly string[];
  readonly isAuthority?: boolean;
  /** Its issuer. Default: self-signed. */
  readonly by?: Authority;
}

export interface Authority extends Certificate {
  readonly name: string;
}

export function makeAuthority(name: string): Authority {
  return { name, ...makeCertificate({ name, isAuthority: true }) };
}

export function makeCertificate(wanted: Wanted): Certificate {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { name, by } = wanted;
  const body = sequence(
    explicit(0, integer(Buffer.from([2]))),
    integer(Buffer.concat([Buffer.from([1]), randomBytes(8)])),
    ecdsaWithSha256,
    nameOf(by?.name ?? name),
    sequence(time(-60), time(3_600)),
    nameOf(name),
    publicKey.export({ type: 'spki', format: 'der' }),
    explicit(3, sequence(...extensionsOf(wanted))),
  );
  const signer: KeyObject = by === undefined ? privateKey : createPrivateKey(by.key);
  const signature = sign('sha256', body, signer);
  const der = sequence(body, ecdsaWithSha256, tagged(0x03, Buffer.from([0]), signature));
  return {
    cert: pem('CERTIFICATE', der),
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  };
}

function extensionsOf({ dns = [], ips = [], uris = [], isAuthority = false }: Wanted): readonly Buffer[] {
  const names = [
    ...dns.map((each) => tagged(0x82, Buffer.from(each))),
    ...ips.map((each) => tagged(0x87, Buffer.from(each.split('.').map(Number)))),
    ...uris.map((each) => tagged(0x86, Buffer.from(each))),
  ];
  const basic = isAuthority ? [tagged(0x01, Buffer.from([0xff]))] : [];
  return [
    extension('2.5.29.19', sequence(...basic)),
    ...(names.length === 0 ? [] : [extension('2.5.29.17', sequence(...names))]),
  ];
}

const extension = (id: string, value: Buffer): Buffer => sequence(objectId(id), tagged(0x04, value));

const nameOf = (name: string): Buffer =>
  sequence(tagged(0x31, sequence(objectId('2.5.4.3'), tagged(0x0c, Buffer.from(name)))));

/** @param seconds from now */
function time(seconds: number): Buffer {
  const text = new Date(Date.now() + seconds * 1_000).toISOString().replaceAll(/[-:T]|\.\d+/g, '');
  return tagged(0x18, Buffer.from(text));
}

function objectId(id: string): Buffer {
  const [first = 0, second = 0, ...others] = id.split('.').map(Number);
  const bytes = [40 * first + second, ...others].flatMap((number) => {
    const digits = [number & 0x7f];
    for (let rest = number >> 7; rest > 0; rest >>= 7) digits.unshift((rest & 0x7f) | 0x80);
    return digits;
  });
  return tagged(0x06, Buffer.from(bytes));
}

const ecdsaWithSha256 = sequence(objectId('1.2.840.10045.4.3.2'));

function integer(value: Buffer): Buffer {
  return tagged(0x02, value);
}

function explicit(number: number, value: Buffer): Buffer {
  return tagged(0xa0 + number, value);
}

function sequence(...parts: readonly Buffer[]): Buffer {
  return tagged(0x30, ...parts);
}

function tagged(tag: number, ...parts: readonly Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  return Buffer.concat([Buffer.from([tag, ...lengthOf(content.length)]), content]);
}

function lengthOf(length: number): readonly number[] {
  if (length < 0x80) return [length];
  const bytes: number[] = [];
  for (let rest = length; rest > 0; rest >>= 8) bytes.unshift(rest & 0xff);
  return [0x80 | bytes.length, ...bytes];
}

function pem(label: string, der: Buffer): string {
  const lines = der.toString('base64').match(/.{1,64}/g) ?? [];
  return `-----BEGIN ${label}-----\n${lines.join('\n')}\n-----END ${label}-----\n`;
}
