import { describe, expect, test } from 'vitest';
import { parseAllowedAddresses, publicOnly } from '../http/allowed-addresses.ts';
import { checkCallback } from './check-callback.ts';

function allow(list: string) {
  const parsed = parseAllowedAddresses(list);
  if (parsed.kind === 'problems') throw new Error(parsed.problems.join(' '));
  return parsed.allowed;
}

describe('allowed callback addresses', () => {
  test.each([
    'https://hooks.example.com/cases',
    'https://hooks.example.com:8443/cases?team=a&key=b',
    'HTTPS://HOOKS.EXAMPLE.COM/',
    'https://bücher.example/x',
    'https://8.8.8.8/x',
    'https://[2606:4700::1111]/x',
  ])('[F3.5] %s', (text) => {
    expect(checkCallback(text, publicOnly)).toMatchObject({ kind: 'callback' });
  });

  test('[F3.5] the stored address is the checked one', () => {
    const checked = checkCallback('https://EXAMPLE.com./a/../b', publicOnly);
    expect(checked.kind === 'callback' && checked.url.href).toBe('https://example.com./b');
  });
});

/** All spellings of local, private and cloud addresses. */
const hidden = [
  'localhost',
  'LOCALHOST',
  'localhost.',
  'localhost..',
  'api.localhost',
  'api.localhost.',
  'localhost.localdomain',
  'ip6-localhost',
  'intranet',
  'metadata.google.internal',
  'metadata.google.internal.',
  'kubernetes.default.svc',
  'api.default.svc.cluster.local',
  'printer.local',
  'router.home.arpa',
  '127.0.0.1',
  '127.0.0.1.',
  '127.1',
  '127.0.1',
  '2130706433',
  '0x7f000001',
  '0x7f.0.0.1',
  '0x7f.1',
  '0177.0.0.1',
  '0177.0.0.01',
  '017700000001',
  '127.255.255.254',
  '0',
  '0.0.0.0',
  '10.0.0.1',
  '012.0.0.1',
  '172.16.0.1',
  '192.168.1.1',
  '0xc0a80101',
  '3232235777',
  '169.254.169.254',
  '0xa9fea9fe',
  '2852039166',
  '100.100.100.200',
  '168.63.129.16',
  '198.18.0.1',
  '224.0.0.1',
  '255.255.255.255',
  '１２７.０.０.１',
  '127。0。0。1',
  '①②⑦.0.0.1',
  'ⓛocalhost',
  '%31%32%37.0.0.1',
  '[::]',
  '[::1]',
  '[0:0:0:0:0:0:0:1]',
  '[::ffff:127.0.0.1]',
  '[::ffff:7f00:1]',
  '[::127.0.0.1]',
  '[64:ff9b::127.0.0.1]',
  '[64:ff9b:1::a00:1]',
  '[2002:7f00:1::]',
  '[2001:0:7f00:1::]',
  '[fc00::1]',
  '[fd00:ec2::254]',
  '[fe80::1]',
  '[fec0::1]',
  '[ff02::1]',
] as const;

describe('forbidden callback addresses', () => {
  test.each(hidden)('[F3.5] https://%s/', (host) => {
    const checked = checkCallback(`https://${host}/hook`, publicOnly);
    expect(checked).toEqual({ kind: 'problems', problems: [expect.stringContaining('must be public')] });
  });

  test.each([
    ['http://hooks.example.com/', 'https://'],
    ['ftp://hooks.example.com/', 'an address such as'],
    ['file:///etc/passwd', 'an address such as'],
    ['gopher://127.0.0.1:6379/_x', 'an address such as'],
    ['javascript:alert(1)', 'an address such as'],
    ['//hooks.example.com/', 'an address such as'],
    ['hooks.example.com', 'an address such as'],
    ['https://', 'an address such as'],
    ['https:///x', 'an address such as'],
    ['https:hooks.example.com', 'an address such as'],
    ['https://[fe80::1%25eth0]/', 'an address such as'],
    ['https://[::1%eth0]/', 'an address such as'],
    ['https://256.0.0.1/', 'an address such as'],
    ['https://ann:hunter2@hooks.example.com/', 'a user name or a password'],
    ['https://ann@hooks.example.com/', 'a user name or a password'],
    ['https://hooks.example.com\\@127.0.0.1/', 'backslashes'],
    ['https://127.0.0.1\t/', 'line breaks'],
    ['https://hooks.example.com/\r\nHost: 127.0.0.1', 'line breaks'],
    ['https://hooks.example.com/ x', 'spaces'],
    [' https://hooks.example.com/', 'spaces'],
    ['https://hooks.example.com/\u0000', 'line breaks'],
    [`https://hooks.example.com/${'x'.repeat(2_000)}`, 'at most 2000 characters'],
  ])('[F3.5] %j', (text, says) => {
    const checked = checkCallback(text, publicOnly);
    const problems = checked.kind === 'problems' ? checked.problems.join(' ') : '';
    expect(problems).toContain(says);
    expect(problems).not.toMatch(/hunter2|ann/);
  });

  test('[F3.5] all problems are reported at once', () => {
    const checked = checkCallback('http://ann:x@10.0.0.1/', publicOnly);
    expect(checked.kind === 'problems' && checked.problems).toHaveLength(2);
  });
});

describe('addresses that the operator allows', () => {
  test.each([
    ['127.0.0.1', 'http://127.0.0.1:9000/'],
    ['127.0.0.1:9000', 'http://2130706433:9000/'],
    ['localhost', 'http://localhost:9000/'],
    ['10.0.0.0/8', 'https://10.1.2.3/'],
    ['hooks.internal', 'http://hooks.internal/'],
    ['*.internal', 'http://a.b.internal/'],
    ['[::1]:80', 'http://[::1]/'],
    ['1', 'http://192.168.1.1/'],
  ])('[F3.5] “%s” allows %s', (list, text) => {
    expect(checkCallback(text, allow(list))).toMatchObject({ kind: 'callback' });
  });

  test.each([
    ['127.0.0.1:9000', 'http://127.0.0.1:9001/'],
    ['10.0.0.0/8', 'https://11.0.0.1.localhost/'],
    ['hooks.internal', 'http://hooks.internal.example.com/'],
    ['127.0.0.1', 'https://[::1]/'],
    ['127.0.0.1', 'http://localhost/'],
  ])('[F3.5] “%s” does not allow %s', (list, text) => {
    expect(checkCallback(text, allow(list))).toMatchObject({ kind: 'problems' });
  });
});
