/** Validates a simple JSON value against its type. */
import type { Json } from '../../kernel/index.ts';
import { findBadCharacter } from '../xml/xml-characters.ts';
import { type SimpleCodec, stepsFor, textOfValue } from './compile-simple.ts';
import type { ChildRule } from './content-model.ts';
import { isExactNumber } from './decimal.ts';
import { describeKind, type MismatchCollector } from './mismatch-collector.ts';
import { addFixed } from './read-element.ts';

/** `null` if it does not fit. */
export function fitSimple(
  value: Json,
  codec: SimpleCodec,
  rule: Pick<ChildRule, 'nillable' | 'default' | 'fixed'>,
  path: string,
  found: MismatchCollector,
): Json {
  const given = Array.isArray(value) && !isListOf(value, codec) ? undefined : textOfValue(value);
  // An empty element has the default of its declaration.
  const text = given === '' ? (rule.fixed ?? rule.default ?? given) : given;
  if (!found.spend(stepsFor(codec, text ?? ''), path)) return null;
  const parsed = text === undefined ? undefined : codec.read(text);
  if (text === undefined || parsed === undefined || (found.isStrict && isTextOfValue(value, codec))) {
    found.add(path, `“${path}” must be ${codec.description}.`, codec.description, describeKind(value));
    return null;
  }
  if (typeof value === 'number' && !isExactNumber(value) && typeof parsed.value === 'string') {
    found.add(
      path,
      `“${path}” is too long for a JSON number. Pass its digits as a text.`,
      'digits as a text',
      'a number',
    );
    return null;
  }
  if (findBadCharacter(text) >= 0) {
    const message = `“${path}” has a character that XML does not allow, such as a control character. Remove it.`;
    found.add(path, message, 'characters that XML allows', 'another character');
    return null;
  }
  if (rule.fixed !== undefined && codec.read(rule.fixed)?.canonical !== parsed.canonical)
    addFixed(rule.fixed, path, found);
  return parsed.value;
}

/** Numbers that are too long for JSON are texts. */
const isTextOfValue = (value: Json, { isNative }: SimpleCodec): boolean =>
  isNative && typeof value === 'string' && value.length < 16;

/** Items are separated by spaces, so none can contain one. */
const isListOf = (items: readonly Json[], { list }: SimpleCodec): boolean =>
  list && items.every((item) => item !== '' && !(typeof item === 'string' && /[ \t\n\r]/.test(item)));
