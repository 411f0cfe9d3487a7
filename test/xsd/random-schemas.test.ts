import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import { exampleOfShape } from '../../src/languages/xsd/example-of-shape.ts';
import { fitValue } from '../../src/languages/xsd/fit-value.ts';
import { schemaOfShape } from '../../src/languages/xsd/schema-of-shape.ts';
import type { Fitted } from '../../src/languages/xsd/shape.ts';
import { toXml } from '../../src/languages/xsd/to-xml.ts';
import { createRandom } from '../../src/testing/index.ts';
import { askOracle } from './oracle.ts';
import { changeTree, printTree, randomTree } from './random-document.ts';
import { randomSchema } from './random-schema.ts';
import { changeValue, isExactType } from './random-values.ts';
import { read, shapeOf } from './schema-fixture.ts';

const isSame = (a: unknown, b: unknown): boolean => {
  try {
    expect(a).toEqual(b);
    return true;
  } catch {
    return false;
  }
};

const seeds = [11, 12];

test.each(seeds)(
  '[Y4.1] [Y4.2] random types accept what another processor accepts, and convert it without loss (seed %i)',
  async (seed) => {
    const random = createRandom(seed);
    const cases = Array.from({ length: 60 }, (_, at) => {
      const schema = randomSchema(random.fork(), at);
      const good = Array.from({ length: 5 }, () => randomTree(random, schema.root, schema.type));
      const bad = good.flatMap((tree) => [
        changeTree(random, tree),
        changeTree(random, changeTree(random, tree)),
      ]);
      const shape = shapeOf(schema.declarations, schema.root);
      const texts = [...good, ...bad].map(printTree);
      const readings = texts.map((text) => read(text, shape));
      const values = readings.flatMap((reading) => (reading.kind === 'fitted' ? [reading.value] : []));
      const written = values.map((value) => toXml(schema.root, value, shape));
      return { ...schema, shape, texts, readings, values, written };
    });
    const answers = await askOracle(
      cases.map(({ declarations, texts, written }) => ({ declarations, documents: [...texts, ...written] })),
    );
    const wrong = cases.flatMap(({ declarations, shape, texts, readings, values, written }, at) => {
      const verdicts = answers[at] ?? [];
      const misread = readings.flatMap((reading, index) =>
        (reading.kind === 'fitted') === verdicts[index]
          ? []
          : [{ declarations, text: texts[index], reading }],
      );
      const lost = values.flatMap((value, index) => {
        const text = written[index] ?? '';
        const fitted: Fitted = { kind: 'fitted', value };
        const kept = isSame(read(text, shape), fitted) && isSame(fitValue(value, shape, 'value'), fitted);
        return kept && verdicts[texts.length + index]
          ? []
          : [{ declarations, value, text, again: fitValue(value, shape, 'value') }];
      });
      return [...misread, ...lost];
    });
    expect(wrong.slice(0, 1)).toEqual([]);
    const valid = answers
      .flatMap((verdicts, at) => verdicts.slice(0, cases[at]?.texts.length))
      .filter((each) => each);
    expect(valid.length).toBeGreaterThan(300);
    expect(valid.length).toBeLessThan(800);
  },
);

test.each(seeds)(
  '[Y4.3] random values fit a random type if they are valid by its JSON Schema (seed %i)',
  (seed) => {
    const random = createRandom(seed);
    const ajv = new Ajv2020({ strict: false, validateFormats: false });
    let refused = 0;
    let exact = 0;
    for (let at = 0; at < 40; at++) {
      const { root, type, declarations } = randomSchema(random.fork(), at);
      const shape = shapeOf(declarations, root);
      const schema = schemaOfShape(shape);
      const isOfSchema = ajv.compile(schema);
      const example = exampleOfShape(shape, 'value');
      const played = { declarations, example, fitted: fitValue(example, shape, 'value') };
      expect(played.fitted, JSON.stringify(played)).toEqual({ kind: 'fitted', value: example });
      for (let round = 0; round < 21; round++) {
        const reading = read(printTree(randomTree(random, root, type)), shape);
        const fit = reading.kind === 'fitted' ? reading.value : null;
        const value = round % 3 === 0 ? fit : changeValue(random, fit);
        const fitted = fitValue(value, shape, 'value');
        const context = { declarations, schema, value, fitted };
        if (isOfSchema(value)) {
          if (!isExactType(type)) continue;
          if (round % 3 > 0) exact += 1;
          expect(fitted.kind, JSON.stringify(context)).toBe('fitted');
        } else {
          refused += 1;
          // A value outside the schema is changed to one inside it.
          if (fitted.kind === 'fitted' && isSame(fitted.value, value)) expect(context).toBe('of the schema');
        }
      }
    }
    expect(refused).toBeGreaterThan(200);
    expect(exact).toBeGreaterThan(20);
  },
);
