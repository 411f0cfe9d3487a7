/**
 * The JSON Schemas that are derived from the declared shapes agree with the readers: they accept what the readers
 * accept, and refuse unknown keys, values of another type and missing keys.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import { describe, expect, test } from 'vitest';
import { connectorsShape } from '../../src/connectors/configuration/connectors-shape.ts';
import { jsonSchema } from '../../src/languages/document/json-schema.ts';
import { toJson } from '../../src/languages/document/located.ts';
import { parseDocument } from '../../src/languages/document/parse-document.ts';
import type { MapShape } from '../../src/languages/document/shape.ts';
import { graphShape } from '../../src/languages/graph/graph-shape.ts';
import { guideShape } from '../../src/languages/guide/parse/guide-shape.ts';
import { authShape } from '../../src/operations/access/auth-shape.ts';
import { servicesShape } from '../../src/operations/documents/services-shape.ts';
import { scriptShape, testFileShape } from '../../src/operations/script/script-shape.ts';
import { createRandom } from '../../src/testing/index.ts';
import { randomDocument } from '../random-graphs/random-document.ts';
import { kinds } from './kinds.ts';
import { mutate } from './mutations.ts';

interface Schema {
  readonly shape: MapShape;
  /** What the reader refuses and the schema cannot know: a pattern of rule, path and message, and why. */
  readonly beyond: readonly (readonly [RegExp, string])[];
  /** What the reader accepts and the schema refuses: a pattern of the mutation, and why. */
  readonly stricter?: readonly (readonly [RegExp, string])[];
}

const ofWorkflow: Schema['beyond'] = [
  [
    /^(?:wrong-type|missing-key) (?:\S+\.)?answers\.\S+ (?:The answer|“\w+” must be)/,
    'the workflow has the question',
  ],
  [/^wrong-type (?:\S+\.)?params\.\S+ /, 'the workflow has the parameter'],
];

const schemas: Readonly<Record<string, Schema>> = {
  graph: {
    shape: graphShape,
    beyond: [[/ The (?:default|example) must be /, 'its type is the value of another key']],
  },
  guide: {
    shape: guideShape,
    beyond: [[/ No text can have at least /, 'two values contradict each other']],
    stricter: [[/ = (?:true|-1|1\.5|99999999)$/, 'without quotes it is a text only in YAML, not in JSON']],
  },
  cases: {
    shape: testFileShape,
    beyond: [
      ...ofWorkflow,
      [/must name its workflow, because there are several/, 'the workflows are elsewhere'],
    ],
  },
  script: { shape: scriptShape, beyond: ofWorkflow },
  connectors: { shape: connectorsShape, beyond: [] },
  auth: { shape: authShape, beyond: [] },
  services: { shape: servicesShape, beyond: [] },
};

const root = new URL('../../', import.meta.url);
const read = (path: string): string => readFileSync(new URL(path, root), 'utf8');

/** Documents of examples and pages, by path. Those of other kinds have errors, and are left out. */
function otherDocuments(): readonly (readonly [path: string, text: string])[] {
  const files = readdirSync(new URL('examples/', root), { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.(?:ya?ml|json)$/.test(path))
    .map((path) => [`examples/${path}`, read(`examples/${path}`)] as const);
  const blocks = readdirSync(new URL('docs/', root))
    .filter((path) => path.endsWith('.md'))
    .flatMap((path) =>
      [...read(`docs/${path}`).matchAll(/^```(?:yaml|json)\n(.*?)^```/gms)].map(
        ([, text = ''], at) => [`docs/${path}#${at}`, asDocument(text)] as const,
      ),
    );
  const random = Array.from({ length: 30 }, (_, seed) => {
    const { document } = randomDocument(createRandom(seed));
    return [`random ${seed}`, JSON.stringify(document)] as const;
  });
  return [...files, ...blocks, ...random];
}

/** A block of docs/graph.md that shows only nodes. */
function asDocument(text: string): string {
  const [, params] = /^# nodes(?:, with params: (.*))?\n/.exec(text) ?? [];
  if (!text.startsWith('# nodes')) return text;
  const nodes = text.replaceAll(/^(?=.)/gm, '      ');
  return `workflows:\n  shown:\n    params: ${params ?? '{}'}\n    graph:\n${nodes}`;
}

describe.each(Object.entries(schemas))(
  'the schema of the kind %s',
  (name, { shape, beyond, stricter = [] }) => {
    const kind = kinds[name];
    if (kind === undefined) throw new Error(`No kind ${name}`);
    const validate = new Ajv({ strict: true, strictTypes: false, strictRequired: false }).compile(
      jsonSchema(shape),
    );
    const accepts = (path: string, text: string): boolean | undefined => {
      const { root: tree, violations } = parseDocument({ path, text });
      return tree === null || violations.length > 0 ? undefined : validate(toJson(tree));
    };

    test('[L9] accepts every valid document', () => {
      const { isValidAlone = (text, path) => kind.read(text, path).violations.length === 0 } = kind;
      const valid = [
        ...Object.entries(kind.documents),
        ...otherDocuments().filter(([path, text]) => isValidAlone(text, path)),
      ];
      const refused = valid.flatMap(([path, text]) =>
        accepts(path, text) === false ? [`${path} ${JSON.stringify(validate.errors)}`] : [],
      );
      expect(refused).toEqual([]);
      expect(valid.length).toBeGreaterThanOrEqual(Object.keys(kind.documents).length);
    });

    test('[L9] accepts what the reader accepts', () => {
      const refused = Object.entries(kind.documents).flatMap(([file, text]) =>
        createRandom(9)
          .shuffle(mutate(file, text, 9))
          .slice(0, 120)
          .filter((mutation) => accepts(file, mutation.text) === false)
          .filter((mutation) => kind.read(mutation.text, file).violations.length === 0)
          .map((mutation) => mutation.name)
          .filter((line) => !stricter.some(([pattern]) => pattern.test(line))),
      );
      expect(refused).toEqual([]);
    });

    test('[L9] refuses unknown keys, other types and missing keys', () => {
      const structural = /^(?:unknown-key|misplaced-key|missing-key|wrong-type|bad-condition|bad-criteria)$/;
      const missed = Object.entries(kind.documents).flatMap(([file, text]) =>
        createRandom(7)
          .shuffle(mutate(file, text, 7))
          .slice(0, 120)
          .flatMap((mutation) => {
            if (accepts(file, mutation.text) !== true) return [];
            return kind
              .read(mutation.text, file)
              .violations.filter(({ rule }) => structural.test(rule))
              .map(({ rule, path, message }) => `${rule} ${path} ${message}`)
              .filter((line) => !beyond.some(([pattern]) => pattern.test(line)));
          }),
      );
      expect(missed).toEqual([]);
    });
  },
);
