/** Reads data from XML: an element with a child for each value, parsed by its type. */
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

/** Its path begins with the name of the value; empty if it concerns the whole document. */
export interface DataProblem extends Mismatch {
  readonly rule: string;
}

type Children = NonNullable<ReturnType<typeof parseXml>['root']>['children'];

/** Reports all violations at once. An empty element that is not a valid value of its type counts as missing. */
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
    // Attributes that other engines add to an element are not data.
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

/** Counted from 1. */
function lineAndColumn(text: string, offset: number): { readonly line: number; readonly column: number } {
  const before = text.slice(0, offset);
  return { line: before.split('\n').length, column: offset - before.lastIndexOf('\n') };
}

/** Input from an interface is a value, not a document. */
const limits = { length: 1_048_576, elements: 50_000, attributes: 50_000 };

type Child = Extract<Children[number], { readonly kind: 'element' }>;

/** Attributes without a namespace: types declare only those. */
const ownAttributes = ({ attributes }: Child): Child['attributes'] =>
  attributes.filter(({ namespace }) => namespace === '');

/** Other engines write an empty element for a missing value. */
const isBlank = ({ attributes, children }: Child): boolean =>
  attributes.length === 0 && children.every((child) => child.kind === 'text' && child.text.trim() === '');

const hasText = (children: Children): boolean =>
  children.some((child) => child.kind === 'text' && child.text.trim() !== '');

const mismatch = (problem: Mismatch): DataProblem => ({ ...problem, rule: 'wrong-type' });

const quoted = (names: readonly string[]): string => names.map((name) => `<${name}>`).join(' or ');

function wrongRoot({ roots }: DataForm, name: string): DataProblem {
  const expected = quoted([...new Set(roots)]);
  const message = `The root element is <${name}>; it must be ${expected}.`;
  return { path: '', rule: 'wrong-root', message, expected, actual: `<${name}>` };
}

function unknown({ fields }: DataForm, name: string): DataProblem {
  const names = fields.map((each) => each.name);
  const nearest = findNearest(name, names);
  const listed = names.length === 0 ? 'No elements are expected.' : `Expected: ${names.join(', ')}.`;
  return {
    path: name,
    rule: 'unknown-element',
    message: `Unknown element <${name}>. ${nearest === undefined ? listed : `Did you mean <${nearest}>?`}`,
    expected: nearest ?? names.join(', '),
    actual: name,
  };
}

const twice = (name: string): DataProblem => ({
  path: name,
  rule: 'repeated-element',
  message: `<${name}> occurs more than once.`,
  expected: 'each element once',
  actual: 'more than one',
});

const strayText = ({ fields }: DataForm): DataProblem => ({
  path: '',
  rule: 'stray-text',
  message: 'There is text between the elements.',
  expected: fields.map(({ name }) => `<${name}>`).join(', '),
  actual: 'text',
});
