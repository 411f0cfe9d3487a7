/** Tests that reading a mutated specification ends with messages, never with a crash. */
import { expect, test } from 'vitest';
import { parseXml } from '../../../src/languages/xml/parse-xml.ts';
import type { XmlElement } from '../../../src/languages/xml/xml-tree.ts';
import type { ElementForm, FormPart, VariedForm } from '../../../src/languages/yawl/form/form.ts';
import { specificationSet } from '../../../src/languages/yawl/form/specification-forms.ts';
import { isInVersion, type Version, versions } from '../../../src/languages/yawl/form/versions.ts';
import { createRandom } from '../../../src/testing/index.ts';
import { readText, sampleNames, sampleText } from './sample-file.ts';

function elementsOf(text: string): readonly XmlElement[] {
  const { root } = parseXml(text);
  const inside = (element: XmlElement): XmlElement[] => [
    element,
    ...element.children.flatMap((child) => (child.kind === 'element' ? inside(child) : [])),
  ];
  return root === null ? [] : inside(root);
}

const withoutSpan = (
  text: string,
  { start, end }: { readonly start: number; readonly end: number },
  put = '',
): string => text.slice(0, start) + put + text.slice(end);

const isSchema = ({ namespace }: XmlElement): boolean => namespace === 'http://www.w3.org/2001/XMLSchema';

/** Some of a list, the same each time. */
const someOf = <T>(list: readonly T[], seed: number): readonly T[] =>
  createRandom(seed).shuffle(list).slice(0, 25);

test.each(sampleNames)('[Y1.3] %s without an element is still valid or is reported (seed 1)', (name) => {
  const text = sampleText(name);
  const told = someOf(elementsOf(text), 1).filter(({ span }) => {
    const { document, violations } = readText(withoutSpan(text, span));
    expect(document !== null || violations.length > 0).toBe(true);
    return violations.length > 0;
  });
  expect(told.length).toBeGreaterThan(5);
});

test.each(sampleNames)('[Y1.3] %s with an element of another name is reported (seed 2)', (name) => {
  const text = sampleText(name);
  const layout = text.indexOf('<layout>');
  const known = elementsOf(text).filter(
    (element) => !isSchema(element) && (layout < 0 || element.span.start <= layout),
  );
  for (const element of someOf(known, 2)) {
    const whole = text.slice(element.span.start, element.span.end);
    const renamed = whole
      .replace(new RegExp(`^<${element.name}`), `<${element.name}Zz`)
      .replace(new RegExp(`</${element.name}(\\s*>)$`), `</${element.name}Zz$1`);
    const { violations } = readText(withoutSpan(text, element.span, renamed));
    expect(violations.join(), `${element.name} at ${element.span.start}`).toContain(`${element.name}Zz`);
  }
});

test.each(sampleNames)('[Y1.3] %s with an attribute removed or garbled never crashes (seed 3)', (name) => {
  const text = sampleText(name);
  const random = createRandom(3);
  const attributes = elementsOf(text).flatMap((element) => element.attributes);
  for (const { span, valueSpan } of someOf(attributes, 3)) {
    const garbled = withoutSpan(
      text,
      valueSpan,
      random.pick(['', ' ', '%', '#external:x', '-1', 'a b', '&#10;']),
    );
    const { document, violations } = readText(random.chance(0.5) ? withoutSpan(text, span) : garbled);
    expect(document !== null || violations.length > 0).toBe(true);
  }
});

test('[Y1.3] specifications with texts of other ones never crash (seeds 1 to 100)', () => {
  const texts = sampleNames.map(sampleText);
  for (let seed = 1; seed <= 100; seed++) {
    const random = createRandom(seed);
    const [text, other] = [random.pick(texts), random.pick(texts)];
    const [place, donor] = [random.pick(elementsOf(text)), random.pick(elementsOf(other))];
    const put = other.slice(donor.span.start, donor.span.end);
    const made = random.chance(0.5)
      ? withoutSpan(text, place.span, put)
      : withoutSpan(text, { start: place.span.start, end: place.span.start }, put);
    const { document, violations } = readText(made);
    expect(document !== null || violations.length > 0, `seed ${seed}`).toBe(true);
  }
});

/** Names of all elements that a version has. */
function namesIn(form: ElementForm | VariedForm, version: Version): string[] {
  if ('variants' in form) return Object.values(form.variants).flatMap((each) => namesIn(each, version));
  return form.content.kind === 'parts' ? form.content.parts.flatMap((part) => namesOf(part, version)) : [];
}

function namesOf(part: FormPart, version: Version): string[] {
  if (part.kind === 'schema') return [];
  if (part.kind === 'choice') return part.options.flat().flatMap((each) => namesOf(each, version));
  const forms = part.kind === 'several' ? Object.entries(part.forms) : [[part.name, part.form] as const];
  if (part.kind === 'element' && !isInVersion(part, version)) return [];
  return forms.flatMap(([name, form]) => [name, ...namesIn(form, version)]);
}

test('[Y1.1] every element of the schema, in any version, is used by some sample', () => {
  const used = new Set(sampleNames.flatMap((name) => elementsOf(sampleText(name)).map(({ local }) => local)));
  const refused = [
    'importedNet',
    'import',
    'externalDataGateway',
    'nofi',
    'minIncrease',
    'maxDecrease',
    'thresIncrease',
  ];
  const known = new Set(versions.flatMap((version) => namesIn(specificationSet, version)));
  expect([...known].filter((name) => !used.has(name)).sort()).toEqual([...refused].sort());
});
