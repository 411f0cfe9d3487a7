/** Writes the text of an XES log: elements and attributes of the IEEE 1849-2016 schema. */

export interface XesAttribute {
  readonly type: 'string' | 'date' | 'int' | 'boolean';
  /** An XML name, with a prefix if an extension defines it. */
  readonly key: string;
  readonly value: string;
}

export const textAttribute = (key: string, value: string): XesAttribute => ({ type: 'string', key, value });
export const dateAttribute = (key: string, at: number): XesAttribute => ({
  type: 'date',
  key,
  // A year of more than four digits is written without a sign.
  value: new Date(at).toISOString().replace(/^\+0*/, ''),
});
export const wholeAttribute = (key: string, value: number): XesAttribute => ({
  type: 'int',
  key,
  value: String(value),
});
export const flagAttribute = (key: string, value: boolean): XesAttribute => ({
  type: 'boolean',
  key,
  value: String(value),
});

const extensions = [
  ['Lifecycle', 'lifecycle'],
  ['Organizational', 'org'],
  ['Time', 'time'],
  ['Concept', 'concept'],
] as const;

const beginningOfTime = dateAttribute('time:timestamp', 0);

/** @param attributes of the log itself */
export function openLog(attributes: readonly XesAttribute[]): string {
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<log xes.version="1849.2016" xes.features="">',
    ...extensions.map(
      ([name, prefix]) =>
        `  <extension name="${name}" prefix="${prefix}" uri="http://www.xes-standard.org/${prefix}.xesext"/>`,
    ),
    '  <global scope="trace">',
    ...linesOf([textAttribute('concept:name', 'unknown')], '    '),
    '  </global>',
    '  <global scope="event">',
    ...linesOf(
      [
        textAttribute('concept:name', 'unknown'),
        textAttribute('concept:instance', '0'),
        textAttribute('lifecycle:transition', 'complete'),
        beginningOfTime,
      ],
      '    ',
    ),
    '  </global>',
    '  <classifier name="Activity" scope="event" keys="concept:name"/>',
    '  <classifier name="Transition" scope="event" keys="concept:name lifecycle:transition"/>',
    ...linesOf(attributes, '  '),
    '',
  ].join('\n');
}

export const closeLog = '</log>\n';

export const openTrace = (attributes: readonly XesAttribute[]): string =>
  ['  <trace>', ...linesOf(attributes, '    '), ''].join('\n');

export const closeTrace = '  </trace>\n';

export const eventText = (attributes: readonly XesAttribute[]): string =>
  ['    <event>', ...linesOf(attributes, '      '), '    </event>', ''].join('\n');

const linesOf = (attributes: readonly XesAttribute[], indent: string): readonly string[] =>
  attributes.map(
    ({ type, key, value }) => `${indent}<${type} key="${escapeXml(key)}" value="${escapeXml(value)}"/>`,
  );

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  // Unescaped they would be read as blanks.
  '\t': '&#9;',
  '\n': '&#10;',
  '\r': '&#13;',
};

const replacement = '\u{FFFD}';

/** Characters that XML cannot represent: controls, lone surrogates and non-characters. */
const unwritable = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu;

function escapeXml(text: string): string {
  return text
    .replace(unwritable, replacement)
    .replace(/[&<>"\t\n\r]/g, (letter) => entities[letter] ?? letter);
}
