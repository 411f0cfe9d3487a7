/** Parses who may answer a question. The names are fixed, so the document shows who may answer. */
import { describeLocated } from '../document/describe.ts';
import type { Located, LocatedEntry, LocatedMap } from '../document/located.ts';
import { setEntry } from '../document/map-edits.ts';
import { readShape, type ShapeFields } from '../document/read-shape.ts';
import { readText } from '../document/read-value.ts';
import { report } from '../document/report.ts';
import type { Reporter } from '../document/reporter.ts';
import { flowText } from '../document/yaml-text.ts';
import { readTemplate } from './parse-value.ts';
import { maxNames, whoShape } from './part-shapes.ts';
import type { Respondents } from './schema.ts';

const maxNameLength = 300;

const whoKeys = Object.keys(whoShape.keys);

/** Null if any principal may answer. */
export function readWho(reporter: Reporter, located: Located | undefined): Respondents | null {
  if (located === undefined) return null;
  if (located.kind === 'scalar' && located.value !== null) return readOneRole(reporter, located);
  if (isEmpty(located)) {
    report(reporter, located, {
      rule: 'bad-value',
      message: '“who” does not restrict who may answer.',
      expected: `a map with one of the keys ${whoKeys.join(', ')}`,
      actual: describeLocated(located),
    });
    return null;
  }
  const fields = readShape(reporter, located, whoShape);
  return fields === undefined ? null : readFields(reporter, fields);
}

const isEmpty = (located: Located): boolean =>
  located.kind === 'scalar' || (located.kind === 'map' && located.entries.length === 0);

/** A single text is most likely a role. */
function readOneRole(reporter: Reporter, located: Extract<Located, { kind: 'scalar' }>): Respondents | null {
  const role = String(located.value);
  const text = `{ ${reporter.source.json ? '"roles"' : 'roles'}: ${flowText([role], reporter.source.json)} }`;
  report(reporter, located, {
    rule: 'wrong-type',
    message: `“who” must be a map of keys and values, but is ${describeLocated(located)}.`,
    expected: `a map with the keys ${whoKeys.join(', ')}`,
    actual: describeLocated(located),
    suggestion: { text: `Write ${text}.`, edits: [{ span: located.span, text }] },
  });
  return { roles: [role], subjects: [], kind: null, fourEyes: false };
}

function readFields(reporter: Reporter, fields: ShapeFields<typeof whoShape.keys>): Respondents | null {
  const roles = readNames(reporter, fields.map, fields.entry('roles'), 'A role');
  const subjects = readNames(reporter, fields.map, fields.entry('subjects'), 'A subject');
  const kind = fields.read('kind') ?? null;
  const fourEyes = fields.read('four_eyes');
  const isNarrow = roles.length > 0 || subjects.length > 0 || kind !== null || fourEyes;
  return isNarrow ? { roles, subjects, kind, fourEyes } : null;
}

/** @param what starts a sentence about one of them */
function readNames(
  reporter: Reporter,
  map: LocatedMap,
  entry: LocatedEntry | undefined,
  what: string,
): readonly string[] {
  if (entry === undefined) return [];
  const { key, value: located } = entry;
  if (located.kind !== 'list') {
    const only = located.kind === 'scalar' && located.value !== null ? String(located.value) : undefined;
    report(reporter, located, {
      rule: 'wrong-type',
      message: `“${key}” must be a list of texts, but is ${describeLocated(located)}.`,
      expected: 'a list of texts',
      actual: describeLocated(located),
      suggestion:
        only === undefined
          ? undefined
          : { text: 'Write it as a list.', edits: setEntry(reporter.source, map, key, [only]) },
    });
    return only === undefined ? [] : [only];
  }
  const { length } = located.items;
  if (length === 0 || length > maxNames) {
    report(reporter, located, {
      rule: 'bad-value',
      message: length === 0 ? `“${key}” is empty.` : `“${key}” has more than ${maxNames} names.`,
      expected: `from 1 to ${maxNames} names`,
      actual: length === 0 ? 'an empty list' : `${length} names`,
    });
    return [];
  }
  return [...new Set(located.items.flatMap((item) => readFixedName(reporter, item, what) ?? []))];
}

function readFixedName(reporter: Reporter, located: Located, what: string): string | undefined {
  const written = readText(reporter, located, what);
  if (located.kind !== 'scalar' || written === undefined) return undefined;
  const template = readTemplate(reporter, located);
  if (template.kind !== 'constant') {
    report(reporter, located, {
      rule: 'bad-value',
      message: `${what} must be a fixed text. References are not evaluated here.`,
      expected: 'a text without references; $$ is a dollar sign',
      actual: describeLocated(located),
    });
    return written;
  }
  const name = typeof template.value === 'string' ? template.value : written;
  if (name.trim() !== '' && name.length <= maxNameLength) return name;
  report(reporter, located, {
    rule: 'bad-value',
    message: `${what} must be a text of 1 to ${maxNameLength} characters.`,
    expected: `a text of 1 to ${maxNameLength} characters`,
    actual: name.trim() === '' ? 'an empty text' : `${name.length} characters`,
  });
  return undefined;
}
