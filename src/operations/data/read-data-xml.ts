/** Data that somebody gives as XML: an element with a child for each value, read by the types of those. */
import { findNearest } from '../../expression/index.ts';
import type { Json } from '../../kernel/index.ts';
import { fromXml, type Mismatch, parseXml, type Shape } from '../../languages/index.ts';

export interface DataForm {
  /** Names that its root may have. */
  readonly roots: readonly string[];
  readonly fields: readonly { readonly name: string; readonly shape: Shape }[];
}

export type DataReadResult =
  | { readonly kind: 'values'; readonly values: { readonly [name: string]: Json } }
  | { readonly kind: 'problems'; readonly problems: readonly DataProblem[] };

/** Its path begins with the name of the value; empty where it is about the whole. */
export interface DataProblem extends Mismatch {
  readonly rule: string;
}

type Children = NonNullable<ReturnType<typeof parseXml>['root']>['children'];

/** All that does not fit, at once. An empty element that is no value of its type is the same as none. */
export function readDataXml(text: string, form: DataForm): DataReadResult {
  const { root, problems: faults } = parseXml(text, limits);
  if (root === null) {
    return {
      kind: 'problems',
      problems: faults.map(({ span, message, expected, actual }) => {
        const { line, column } = lineAndColumn(text, span.start);
        return {
          path: '',
          rule: 'xml',
          message: `Line ${line}, column ${column}: ${message}`,
          expected,
          actual,
        };
      }),
    };
  }
  const problems: DataProblem[] = form.roots.includes(root.local) ? [] : [wrongRoot(form, root.local)];
  const values = new Map<string, Json>();
  const seen = new Set<string>();
  if (hasText(root.children)) problems.push(strayText(form));
  for (const child of root.children) {
    if (child.kind === 'text') continue;
    const { local: name } = child;
    const field = form.fields.find((each) => each.name === name);
    if (field === undefined) {
      problems.push(unknown(form, name));
      continue;
    }
    if (seen.has(name)) problems.push(twice(name));
    seen.add(name);
    // What other engines note on an element is none of its data.
    const plain = field.shape.type.kind === 'any' ? child : { ...child, attributes: ownAttributes(child) };
    const read = fromXml(plain, field.shape, name);
    if (read.kind === 'fitted') {
      if (read.value !== null) values.set(name, read.value);
    } else if (!isBlank(plain)) problems.push(...read.problems.map(mismatch));
  }
  return problems.length > 0
    ? { kind: 'problems', problems }
    : { kind: 'values', values: Object.fromEntries(values) };
}

/** From 1, as editors count. */
function lineAndColumn(text: string, offset: number): { readonly line: number; readonly column: number } {
  const before = text.slice(0, offset);
  return { line: before.split('\n').length, column: offset - before.lastIndexOf('\n') };
}

/** What comes over a door is a value, and no document. */
const limits = { length: 1_048_576, elements: 50_000, attributes: 50_000 };

type Child = Extract<Children[number], { readonly kind: 'element' }>;

/** Those of its own vocabulary: types declare attributes without a namespace. */
const ownAttributes = ({ attributes }: Child): Child['attributes'] =>
  attributes.filter(({ namespace }) => namespace === '');

/** Other engines write an empty element for what has no value. */
const isBlank = ({ attributes, children }: Child): boolean =>
  attributes.length === 0 && children.every((child) => child.kind === 'text' && child.text.trim() === '');

const hasText = (children: Children): boolean =>
  children.some((child) => child.kind === 'text' && child.text.trim() !== '');

const mismatch = (problem: Mismatch): DataProblem => ({ ...problem, rule: 'wrong-type' });

const quoted = (names: readonly string[]): string => names.map((name) => `<${name}>`).join(' or ');

function wrongRoot({ roots }: DataForm, name: string): DataProblem {
  const expected = quoted([...new Set(roots)]);
  const message = `The outermost element is <${name}>; it must be ${expected}.`;
  return { path: '', rule: 'wrong-root', message, expected, actual: `<${name}>` };
}

function unknown({ fields }: DataForm, name: string): DataProblem {
  const names = fields.map((each) => each.name);
  const nearest = findNearest(name, names);
  const listed = names.length === 0 ? 'There is none.' : `There are: ${names.join(', ')}.`;
  return {
    path: name,
    rule: 'unknown-element',
    message: `There is no <${name}> here. ${nearest === undefined ? listed : `Did you mean <${nearest}>?`}`,
    expected: nearest ?? names.join(', '),
    actual: name,
  };
}

const twice = (name: string): DataProblem => ({
  path: name,
  rule: 'repeated-element',
  message: `<${name}> stands here more than once.`,
  expected: 'each element once',
  actual: 'more than one',
});

const strayText = ({ fields }: DataForm): DataProblem => ({
  path: '',
  rule: 'stray-text',
  message: 'Between the elements there is text, which belongs to none of them.',
  expected: fields.map(({ name }) => `<${name}>`).join(', '),
  actual: 'text',
});
