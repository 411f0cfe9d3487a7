import { expect, test } from 'vitest';
import { z } from 'zod';
import { registry } from '../../src/operations/registry.ts';

type Schema = z.core.JSONSchema.BaseSchema;

const schemaOf = (name: string): Schema =>
  z.toJSONSchema(registry.get(name).output, { target: 'draft-2020-12' });

/** A schema and all its parts, each with its path. */
function* partsOf(value: unknown, path: string): Generator<readonly [path: string, part: object]> {
  if (typeof value !== 'object' || value === null) return;
  yield [path, value];
  for (const [key, inner] of Object.entries(value)) yield* partsOf(inner, `${path}/${key}`);
}

const everyPart = registry.names.flatMap((name) => [...partsOf(schemaOf(name), name)]);

test('[W4.2] the result of every operation is described as an object with nothing unknown in it', () => {
  for (const name of registry.names) {
    const { $ref, $defs = {}, ...own } = schemaOf(name);
    const root: unknown = $ref === undefined ? own : $defs[$ref.slice('#/$defs/'.length)];
    expect([name, root]).toMatchObject([name, { type: 'object', additionalProperties: false }]);
  }
  const objects = everyPart.filter(([, part]) => Reflect.get(part, 'type') === 'object');
  expect(objects.length).toBeGreaterThan(100);
  // A map with any names describes its values.
  const open = objects.filter(([, part]) => Reflect.get(part, 'additionalProperties') === undefined);
  expect(open).toEqual([]);
});

test('[W4.2] types that several results share have a unique name and one meaning', () => {
  const meanings = new Map<string, string>();
  for (const name of registry.names) {
    const { $defs = {} } = schemaOf(name);
    for (const [id, shared] of Object.entries($defs)) {
      const meaning = JSON.stringify(shared);
      expect([id, meanings.get(id) ?? meaning]).toEqual([id, meaning]);
      expect([name, id]).toEqual([name, expect.stringMatching(/^[A-Z][A-Za-z]+$/)]);
      expect([id, shared]).toMatchObject([id, { description: expect.stringMatching(/\.$/) }]);
      meanings.set(id, meaning);
    }
    const refs = [...partsOf(schemaOf(name), name)].flatMap(([, part]) => Reflect.get(part, '$ref') ?? []);
    const known = Object.keys($defs).map((id) => `#/$defs/${id}`);
    expect([name, refs.filter((ref) => !known.includes(String(ref)))]).toEqual([name, []]);
  }
  expect([...meanings.keys()]).toEqual(
    expect.arrayContaining(['RunView', 'RunSummary', 'ItemView', 'DefinitionSummary', 'Violation']),
  );
});

test('[W4.2] inputs contain no references except to any JSON: tools describe theirs without', () => {
  for (const name of registry.names) {
    const { $defs = {} } = z.toJSONSchema(registry.get(name).input, { io: 'input' });
    const named = Object.keys($defs).filter((id) => !id.startsWith('__'));
    expect([name, named]).toEqual([name, []]);
  }
});

test('[W4.2] every operation has a unique summary of one sentence', () => {
  const summaries = registry.names.map((name) => registry.get(name).summary);
  expect(summaries.filter((summary) => !/^[A-Z][^.]{5,118}\.$/.test(summary))).toEqual([]);
  expect(new Set(summaries).size).toBe(summaries.length);
});

test('[W2.1] operations for transports only are not offered to clients', () => {
  for (const name of ['sessions.find', 'sessions.note']) {
    expect([name, registry.get(name).rest]).toEqual([name, undefined]);
  }
});
