import { describe, expect, test } from 'vitest';
import type { Json } from '../../kernel/index.ts';
import { createRandom } from '../../testing/index.ts';
import { createRedactor } from './redact.ts';
import { isSecretName, isSecretVariable } from './secret-name.ts';

const { redact } = createRedactor(() => []);

describe('names that mean secrets', () => {
  test.each([
    'Authorization',
    'proxy-authorization',
    'Cookie',
    'Set-Cookie',
    'password',
    'userPassword',
    'PASSWD',
    'pwd',
    'DB_PWD',
    'client_secret',
    'clientSecret',
    'token',
    'access_token',
    'refreshToken',
    'api_key',
    'apikey',
    'X-API-Key',
    'private-key',
    'aws_secret_access_key',
    'credentials',
    'user%5Btoken%5D',
  ])('[S3.1] %s means a secret', (name) => {
    expect(isSecretName(name)).toBe(true);
    expect(redact({ a: [{ [name]: 'hunter2' }] })).toEqual({ a: [{ [name]: '[redacted]' }] });
  });

  test.each(['nextPageToken', 'max_tokens', 'token_count', 'secretary', 'author', 'key', 'tokens', ''])(
    '[S3.1] “%s” does not mean a secret',
    (name) => {
      expect(redact({ [name]: 'shown' })).toEqual({ [name]: 'shown' });
    },
  );

  test.each([
    ['DB_PWD', true],
    ['PASSWORD', true],
    ['BANK_TOKEN', true],
    ['PWD', false],
    ['OLDPWD', false],
    ['HOME', false],
    ['PATH', false],
  ])('[S3.1] the environment variable %s is a secret: %s', (name, isSecret) => {
    expect(isSecretVariable(name)).toBe(isSecret);
  });

  test('[S3.1] whole values are hidden, absence is not', () => {
    expect(redact({ secret: { a: ['x'] }, password: 1234, token: null, cookie: '', auth: false })).toEqual({
      secret: '[redacted]',
      password: '[redacted]',
      token: null,
      cookie: '',
      auth: false,
    });
  });

  test('[S3.1] a list of headers is read by its names', () => {
    expect(
      redact([
        { name: 'X-Api-Key', value: 'abc' },
        { key: 'Accept', value: 'abc' },
      ]),
    ).toEqual([
      { name: 'X-Api-Key', value: '[redacted]' },
      { key: 'Accept', value: 'abc' },
    ]);
  });
});

describe('texts', () => {
  test.each([
    ['Authorization: Bearer abc.def-ghi', 'Authorization: [redacted]'],
    ['sent Bearer xyz to it', 'sent Bearer [redacted] to it'],
    ['the bearer token is missing', 'the bearer token is missing'],
    ['Basic dXNlcjpodW50ZXIy refused', 'Basic [redacted] refused'],
    ['Basic authentication required', 'Basic authentication required'],
    ['Cookie: a=b; c=d\nnext', 'Cookie: [redacted]\nnext'],
    ['at https://ann:p@ss:word@example.com/x', 'at https://[redacted]@example.com/x'],
    ['https://example.com/x?a=1&token=abc&b=2', 'https://example.com/x?a=1&token=[redacted]&b=2'],
    ['?user%5Bpassword%5D=abc', '?user%5Bpassword%5D=[redacted]'],
    ['user[password]=abc', 'user[password]=[redacted]'],
    ['password: hunter2, user: ann', 'password: [redacted], user: ann'],
    ['{"password":"hun\\"ter2","user":"ann"}', '{"password":"[redacted]","user":"ann"}'],
    [
      '{"text":"{\\"api_key\\":\\"abc\\",\\"n\\":1}"}',
      '{"text":"{\\"api_key\\":\\"[redacted]\\",\\"n\\":1}"}',
    ],
    ['{"note":"password=hunter2"}', '{"note":"password=[redacted]"}'],
    ['{"secrets":["a",["b"]],"n":1}', '{"secrets":[redacted],"n":1}'],
    ["'client_secret' => 'abc'", "'client_secret' => '[redacted]'"],
    ['<ns:Password type="x">hunter2</ns:Password>', '<ns:Password type="x">[redacted]</ns:Password>'],
    ['token: null', 'token: null'],
    ['eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.abc', '[redacted]'],
    [`the key sbx_abcdefghij12_${'s'.repeat(43)}, again`, 'the key [redacted], again'],
    ['-----BEGIN PRIVATE KEY-----\nMIIE\n-----END PRIVATE KEY-----', '[redacted]'],
    ['{"password":"never closed', '{"password":"[redacted]"'],
  ])('[S3.1] in %j', (text, expected) => {
    expect(redact(text)).toBe(expected);
    expect(redact(expected)).toBe(expected);
  });
});

describe('known secrets', () => {
  const secret = 'pä/ss "w+ord" 1';
  const known = createRedactor(() => [secret, 'abc']);

  test.each([
    ['as it is', secret],
    ['in JSON', JSON.stringify({ a: secret })],
    ['in JSON in JSON', JSON.stringify({ a: JSON.stringify({ b: secret }) })],
    ['in a URL', `https://example.com/${encodeURIComponent(secret)}/x`],
    [
      'in a URL with small codes',
      encodeURIComponent(secret).replaceAll(/%../g, (code) => code.toLowerCase()),
    ],
    ['in a URL that encodes few characters', new URL(`https://example.com/?a=${secret}`).href],
    ['in JSON in a URL', encodeURIComponent(JSON.stringify({ a: secret }))],
    ['in JSON in JSON in a URL', encodeURIComponent(JSON.stringify({ a: JSON.stringify({ b: secret }) }))],
    ['in a URL in a URL', encodeURIComponent(`https://example.com/?a=${encodeURIComponent(secret)}`)],
    ['in a form', new URLSearchParams({ a: secret }).toString()],
    ...['', 'u', 'us', 'user:'].map((user) => [
      `in base64 after “${user}”`,
      Buffer.from(`${user}${secret}`).toString('base64'),
    ]),
    ['in base64 for URLs', Buffer.from(`x${secret}`).toString('base64url')],
  ])('[S3.1] are found %s', (_, text = '') => {
    for (const form of [known.redact(text), known.hideSecrets(text)]) {
      expect(form).toContain('[redacted]');
      expect(form).not.toContain('ord');
      expect(decodeURIComponent(form.replaceAll(/%(?![0-9a-f]{2})/gi, '%25'))).not.toContain('ord');
      expect(Buffer.from(form.replace('[redacted]', ''), 'base64').toString()).not.toContain('ord');
    }
  });

  test('[S3.1] are hidden in names of fields; values of fewer than four characters are not searched for', () => {
    expect(known.hideSecrets({ [secret]: 'abc', list: [`x${secret}x`, 7] })).toEqual({
      '[redacted]': 'abc',
      list: ['x[redacted]x', 7],
    });
  });

  test('[S3.1] only they are hidden in data that is used further', () => {
    const login: Json = { token: 'fresh', url: 'https://a:b@example.com?token=x' };
    expect(known.hideSecrets(login)).toEqual(login);
  });

  test('[S3.1] a secret that is added is hidden from then on', () => {
    const values: string[] = [];
    const growing = createRedactor(() => values);
    expect(growing.redact('says opensesame')).toBe('says opensesame');
    values.push('opensesame');
    expect(growing.redact('says opensesame')).toBe('says [redacted]');
  });
});

describe('bounds', () => {
  test('[S3.1] values that are too deep, too large or circular are left out', () => {
    let deep: Json = { leaf: 'x' };
    for (let i = 0; i < 50_000; i++) deep = [deep];
    expect(JSON.stringify(redact(deep))).toBe(`${'['.repeat(64)}"[redacted]"${']'.repeat(64)}`);
    const circle: { [key: string]: Json } = { password: 'x' };
    circle['self'] = circle;
    expect(JSON.stringify(redact(circle))).not.toContain('x');
    const many = redact(Array.from({ length: 100_100 }, () => ({ a: 'x' })));
    expect(JSON.stringify(many).match(/\{/g)?.length).toBe(99_999);
  });

  test('[S3.1] a value that throws when it is read is hidden', () => {
    const hostile = {
      get a(): Json {
        throw new Error('hunter2');
      },
    };
    expect(redact(hostile)).toBe('[redacted]');
  });

  test('[S3.1] a secret at the position where a long text is cut is not split', () => {
    const long = createRedactor(() => ['opensesame-opensesame']);
    const text = `${'x'.repeat(262_144 - 10)} opensesame-opensesame`;
    expect(long.redact(text)).not.toContain('opens');
  });

  test.each([
    '"',
    '\\"',
    '://',
    'a=',
    'password="',
    'eyJ',
    '<a',
    'Bearer ',
    '-----BEGIN ',
    'password=[',
    'a.%-',
    '@',
  ])('[S3.1] endless repetition of %j takes linear time', (piece) => {
    const text = piece.repeat(262_144 / piece.length);
    // A non-linear pattern would exceed the time limit of the test.
    expect(typeof redact(text)).toBe('string');
  });

  test.each(['\\', '"', '%', '%25', ' +', '\\"'])(
    '[S3.1] a secret that repeats %j is searched in linear time',
    (piece) => {
      const hiding = createRedactor(() => [`${piece.repeat(500)}x`]);
      for (const text of [
        piece,
        JSON.stringify(piece).slice(1, -1),
        encodeURIComponent(piece),
        '%25',
        '\\',
      ]) {
        const repeated = text.repeat(4_000);
        expect(hiding.hideSecrets(repeated)).toBe(repeated);
      }
    },
  );

  test('[S3.1] random texts: redacted twice is redacted once, and the secret is gone (seeds 1–300)', () => {
    const pieces = [
      'password',
      'token',
      '=',
      ':',
      '"',
      "'",
      '\\',
      ' ',
      '\n',
      '{',
      '}',
      '[',
      ']',
      ',',
      '&',
      '?',
      'x',
    ];
    const more = [
      'https://',
      '@',
      '/',
      'Bearer ',
      'Basic ',
      '<secret>',
      '[redacted]',
      'cookie',
      ';',
      '%20',
      'é',
    ];
    const hiding = createRedactor(() => ['open sesame']);
    for (let seed = 1; seed <= 300; seed++) {
      const random = createRandom(seed);
      const all = [...pieces, ...more, 'open sesame'];
      const text = Array.from({ length: random.between(1, 40) }, () => random.pick(all)).join('');
      const once = hiding.redact(text);
      expect({ seed, text: once.includes('open sesame') }).toEqual({ seed, text: false });
      expect({ seed, text: hiding.redact(once) }).toEqual({ seed, text: once });
    }
  });
});
