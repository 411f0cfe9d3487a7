import { describe, expect, test } from 'vitest';
import { parseHostPattern } from '../../runtime/index.ts';
import { parseAddress, whyNotPublic } from './address-kind.ts';
import { allowHostOf, isAllowed, parseAllowedAddresses, publicOnly } from './allowed-addresses.ts';

function address(text: string) {
  const parsed = parseAddress(text);
  if (parsed === undefined) throw new Error(`${text} is no address`);
  return parsed;
}

describe('addresses', () => {
  test.each([
    '0.0.0.0',
    '0.1.2.3',
    '10.0.0.1',
    '100.64.0.1',
    '127.0.0.1',
    '127.255.255.254',
    '168.63.129.16',
    '169.254.169.254',
    '172.16.0.1',
    '172.31.255.255',
    '192.0.0.1',
    '192.0.2.1',
    '192.88.99.1',
    '192.168.1.1',
    '198.18.0.1',
    '198.19.255.255',
    '198.51.100.1',
    '203.0.113.1',
    '224.0.0.1',
    '239.255.255.255',
    '240.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::7f00:1',
    '::ffff:127.0.0.1',
    '::ffff:8.8.8.8',
    '::ffff:0:127.0.0.1',
    '64:ff9b::7f00:1',
    '64:ff9b::808:808',
    '64:ff9b:1::7f00:1',
    '100::1',
    '2001::1',
    '2001:2::1',
    '2001:10::1',
    '2001:20::1',
    '2001:db8::1',
    '2002:7f00:1::',
    '3fff::1',
    '4000::1',
    '5f00::1',
    'fc00::1',
    'fd12:3456::1',
    'fe80::1',
    'fe80::1%eth0',
    'fec0::1',
    'ff02::1',
    'ffff::1',
  ])('[H1.1] %s is not public', (text) => {
    expect(whyNotPublic(address(text))).toEqual(expect.any(String));
  });

  test.each([
    '1.1.1.1',
    '8.8.8.8',
    '100.63.255.255',
    '172.32.0.1',
    '193.0.0.1',
    '2606:4700::1111',
    '2a00:1450::1',
  ])('[H1.1] %s is public', (text) => {
    expect(whyNotPublic(address(text))).toBeUndefined();
  });

  test.each(['', 'localhost', '127.1', '0x7f.0.0.1', '2130706433', '1.2.3', '1.2.3.4.5', ':::'])(
    '[H1.1] “%s” is not an address',
    (text) => {
      expect(parseAddress(text)).toBeUndefined();
    },
  );
});

describe('SIGNALBOX_ALLOW_PRIVATE_ADDRESSES', () => {
  const allows = (list: string, ip: string, host = ip, port = 80): boolean => {
    const parsed = parseAllowedAddresses(list);
    if (parsed.kind === 'problems') throw new Error(parsed.problems.join(' '));
    return isAllowed(parsed.allowed, address(ip), host, port);
  };

  test.each([
    ['1', '10.0.0.1', 'anything', 1],
    ['localhost', '127.0.0.1', 'localhost', 8080],
    ['LOCALHOST:8080', '127.0.0.1', 'localhost', 8080],
    ['*.internal', '10.0.0.1', 'db.internal', 80],
    ['10.0.0.0/8', '10.9.8.7', 'whatever', 80],
    ['127.0.0.0/8', '::ffff:127.0.0.1', 'x', 80],
    ['fd00::/8', 'fd12::1', 'x', 80],
    ['127.0.0.1', '127.0.0.1', 'localhost', 80],
    ['127.0.0.1:8080', '127.0.0.1', 'localhost', 8080],
    ['::1', '::1', 'localhost', 80],
    ['[::1]:8080', '::1', 'localhost', 8080],
    [' 10.0.0.0/8 , localhost,', '127.0.0.1', 'localhost', 80],
  ])('[H1.1] “%s” allows %s as %s at port %i', (list, ip, host, port) => {
    expect(allows(list, ip, host, port)).toBe(true);
  });

  test.each([
    ['', '127.0.0.1', 'localhost', 80],
    ['0', '127.0.0.1', 'localhost', 80],
    ['localhost:8080', '127.0.0.1', 'localhost', 8081],
    ['localhost', '127.0.0.1', 'notlocalhost', 80],
    ['*.internal', '10.0.0.1', 'internal', 80],
    ['10.0.0.0/8', '11.0.0.1', 'x', 80],
    ['10.0.0.0/8', '::1', 'x', 80],
    ['fd00::/8', '10.0.0.1', 'x', 80],
    ['127.0.0.1:8080', '127.0.0.1', '127.0.0.1', 80],
  ])('[H1.1] “%s” does not allow %s as %s at port %i', (list, ip, host, port) => {
    expect(allows(list, ip, host, port)).toBe(false);
  });

  test('[H1.1] every invalid entry is reported, with what to write', () => {
    const parsed = parseAllowedAddresses('10.0.0.0/33, localhost, http://x, 2, yes please, a:99999');
    expect(parsed).toMatchObject({ kind: 'problems' });
    const problems = parsed.kind === 'problems' ? parsed.problems : [];
    expect(problems.map((problem) => /“(.*?)”/.exec(problem)?.[1])).toEqual([
      '10.0.0.0/33',
      'http://x',
      '2',
      'yes please',
      'a:99999',
    ]);
    for (const problem of problems)
      expect(problem).toMatch(/SIGNALBOX_ALLOW_PRIVATE_ADDRESSES.*10\.0\.0\.0\/8.*Write 1/);
  });

  test('[H1.1] the host of an address that the operator wrote is allowed, at that port', () => {
    const allowed = allowHostOf(publicOnly, new URL('http://[::1]:3000/mcp'));
    expect(isAllowed(allowed, address('::1'), '[::1]', 3000)).toBe(true);
    expect(isAllowed(allowed, address('::1'), '[::1]', 3001)).toBe(false);
    expect(allowed.hosts).toEqual([parseHostPattern('[::1]:3000')]);
  });
});
