/** Valid and invalid texts of the built-in types, between bars so that spaces are visible. */

export interface LexicalForms {
  readonly valid: readonly string[];
  readonly invalid: readonly string[];
}

const forms = (valid: string, invalid: string): LexicalForms => ({
  valid: valid.split('|'),
  invalid: invalid.split('|'),
});

const whole = (valid: string, invalid: string): LexicalForms =>
  forms(`${valid}| ${valid.split('|')[0]}\n`, `${invalid}||1.0|1e3|--1|+|-|a|1 2|0x1|INF|１`);

const moments = (valid: string, invalid: string): LexicalForms => {
  const first = valid.split('|')[0] ?? '';
  return forms(
    `${valid}|${first}Z|${first}+01:00|${first}-13:59|${first}+14:00|\t${first}\n`,
    `${invalid}||${first}z|${first} Z|${first}+1:00|${first}+14:01|${first}+15:00|${first}-01:60|${first}+0100|x${first}|${first}x`,
  );
};

export const lexicalForms: Readonly<Record<string, LexicalForms>> = {
  string: { valid: ['', ' a  b ', 'x', '\t', '<&>', 'ünï', '😀'], invalid: [] },
  normalizedString: { valid: ['', ' a\tb\n', 'x'], invalid: [] },
  token: { valid: ['', ' a  b ', 'x'], invalid: [] },
  language: forms(
    'en|de-CH|x-klingon|i-navajo-abc12345| en ',
    'e n||en_GB|englishenglish|en-|-en|en-123456789|1a',
  ),
  Name: forms('a|_a|:a|a:b:c|a.b-c| a |é', '|1a|-a|.a|a b|a,b|@a'),
  NCName: forms('a|_a|a.b-c|a1| a |é', '|1a|-a|:a|a:b|a b'),
  ID: forms('a|_a1', '|1a|a:b|a b'),
  NMTOKEN: forms('a|1a|-a|.|a:b| x ', '|a b|a,b|@'),
  NMTOKENS: forms('a|a b 1|  a\tb ', '|  |a,b'),
  anyURI: forms(
    '|http://example.com/a?b=c#d|../x|#f|urn:a:b|mailto:a@b.c|a%20b|file:///c:/x| x ',
    'a%2|%zz|a#b#c|1a:b|:a',
  ),
  QName: forms('a|_b', '|1a|a:|:a|a:b:c'),
  boolean: forms('true|false|1|0| true ', '|TRUE|True|yes|2|00|t'),
  decimal: forms(
    '0|-0|+1|1.|.5|-.5|00012.500|123456789012345678901234567890.123456789| 1 ',
    '|.|+|-|1e3|INF|NaN|1,5|1.2.3|--1|1 2|a',
  ),
  integer: whole('0|-0|+5|007|-123456789012345678901234567890', 'x'),
  nonPositiveInteger: whole('0|-0|+0|-1|-99999999999999999999', '1|+1'),
  negativeInteger: whole('-1|-007', '0|-0|1'),
  nonNegativeInteger: whole('0|-0|1|99999999999999999999', '-1'),
  positiveInteger: whole('1|+1|001', '0|-1'),
  long: whole('9223372036854775807|-9223372036854775808|0', '9223372036854775808|-9223372036854775809'),
  int: whole('2147483647|-2147483648|+0', '2147483648|-2147483649'),
  short: whole('32767|-32768', '32768|-32769'),
  byte: whole('127|-128', '128|-129'),
  unsignedLong: whole('18446744073709551615|0', '18446744073709551616|-1'),
  unsignedInt: whole('4294967295|0', '4294967296|-1'),
  unsignedShort: whole('65535|0', '65536|-1'),
  unsignedByte: whole('255|0', '256|-1'),
  float: forms(
    '0|-0|1.5|.5|5.|1e3|-1E-3|1.2e+5|INF|-INF|NaN| 1 ',
    '|+INF|inf|nan|Infinity|1e|e5|1e1.5|.|1 2|0x1|1f',
  ),
  double: forms('0|-0|1.5|.5|5.|1e3|-1E-3|1e308|INF|-INF|NaN', '|+INF|inf|nan|Infinity|1e|e5|1e1.5|.|1d'),
  duration: forms(
    'P1Y|P1M|P1D|PT1H|PT1M|PT1S|PT1.5S|-P1Y2M3DT4H5M6.7S|P0D|P13M|PT36H| P1D ',
    '|P|PT|P1|1D|P1S|P1DT|P-1D|+P1D|PT1.S|P1.5D|P1M1Y|p1d|P1W|-P',
  ),
  dateTime: moments(
    '2026-01-15T10:20:30|2026-01-15T10:20:30.123456789|2024-02-29T00:00:00|2026-12-31T24:00:00|-0044-03-15T12:00:00|12026-01-01T00:00:00|0001-01-01T00:00:00',
    '2026-01-15|2026-01-15 10:20:30|2026-1-15T10:20:30|2026-13-01T00:00:00|2026-00-01T00:00:00|2026-02-29T00:00:00|1900-02-29T00:00:00|2026-04-31T00:00:00|2026-01-15T24:00:01|2026-01-15T25:00:00|2026-01-15T10:60:00|2026-01-15T10:20:60|2026-01-15T10:20|2026-01-15T10:20:30.|026-01-01T00:00:00|+2026-01-15T10:20:30',
  ),
  date: moments(
    '2026-01-15|2024-02-29|2000-02-29|-0001-12-31|12026-01-01',
    '2026-1-15|2026-13-01|2026-02-29|1900-02-29|2026-06-31|26-01-15|2026-01-15T00:00:00|2026/01/15|15-01-2026|02026-01-15',
  ),
  time: moments(
    '10:20:30|00:00:00|24:00:00|23:59:59.999|10:20:30.5',
    '24:00:01|25:00:00|10:60:00|10:20:60|10:20|1:20:30|10:20:30.',
  ),
  gYear: moments('2026|-0044|12026', '26|026|02026|2026-01'),
  gYearMonth: moments('2026-01|-0044-03|12026-12', '2026-13|2026-00|2026-1|2026|26-01'),
  gMonth: moments('--01|--12', '--13|--00|--1|-01|01'),
  gMonthDay: moments('--01-15|--02-29|--12-31', '--02-30|--13-01|--01-32|--04-31|--1-15|01-15'),
  gDay: moments('---01|---31', '---32|---00|---1|--01|01'),
  hexBinary: forms('|00|0aFf|DEADBEEF', '0|0g|0x00|00 00|abc'),
  base64Binary: forms('|AAAA|QUJD|QUI=|QQ==|QUJD RA==| QUJD ', 'A|AA|AAA|A===|QUJD=|QR==|QUJ=X|Q-=='),
  IDREFS: { valid: [], invalid: ['', '1a', 'a,b'] },
};
