/** Patterns of XML Schema, ready to match in linear time. */
import { RE2JS } from 're2js';
import { parsePattern } from './parse-pattern.ts';
import { printPattern } from './print-pattern.ts';

export type CompiledPattern =
  | {
      readonly kind: 'pattern';
      matches(text: string): boolean /** For ECMAScript, in Unicode mode. */;
      readonly ecma: string;
    }
  | { readonly kind: 'problem'; readonly message: string };

export function compilePattern(source: string): CompiledPattern {
  const parsed = parsePattern(source);
  if (parsed.kind === 'problem') return parsed;
  try {
    const compiled = RE2JS.compile(printPattern(parsed.tree, 're2'));
    const ecma = `^(?:${printPattern(parsed.tree, 'ecma')})$`;
    return { kind: 'pattern', matches: (text) => compiled.testExact(text), ecma };
  } catch (error) {
    // What can be written but is too big to be matched: repetitions of repetitions.
    const said = error instanceof Error ? error.message.replace(/^error parsing regexp: /, '') : '';
    return { kind: 'problem', message: `The pattern is too big to be matched: ${said}.` };
  }
}
