/** Reads the sample specifications, and changes them for tests. */
import { readdirSync, readFileSync } from 'node:fs';
import type { YawlDocument } from '../../../src/languages/yawl/model/schema.ts';
import { parseSpecificationSet } from '../../../src/languages/yawl/parse/parse-specification-set.ts';

const folder = new URL('../specifications/', import.meta.url);

export const sampleNames: readonly string[] = readdirSync(folder).sort();

export const sampleText = (name: string): string => readFileSync(new URL(name, folder), 'utf8');

export interface Read {
  readonly document: YawlDocument | null;
  /** `line:column rule [marked text] message`. */
  readonly violations: readonly string[];
  readonly warnings: readonly string[];
}

export function readText(text: string): Read {
  const { document, source, violations, warnings } = parseSpecificationSet({ path: 'sample.yawl', text });
  const lines = source.text.replace('\ufeff', '').split('\n');
  const describe = (reporter: typeof violations): readonly string[] =>
    reporter.violations().map(({ line, column, endLine, endColumn, rule, message }) => {
      const marked = line === endLine ? (lines[line - 1] ?? '').slice(column - 1, endColumn - 1) : '…';
      return `${line}:${column} ${rule} [${marked}] ${message}`;
    });
  return { document, violations: describe(violations), warnings: describe(warnings) };
}

/** The text with one part replaced, which must exist. */
export function changed(text: string, from: string | RegExp, to: string): string {
  const made = text.replace(from, () => to);
  if (made === text) throw new Error(`Nothing to change: ${String(from)}`);
  return made;
}

/** The only specification of a text. */
export function specificationOf(text: string) {
  const { document, violations } = readText(text);
  if (violations.length > 0) throw new Error(violations.join('\n'));
  const [specification] = document?.specifications ?? [];
  if (specification === undefined) throw new Error('no specification');
  return specification;
}

export function netOf(text: string, id?: string) {
  const net = specificationOf(text).decompositions.find((each) =>
    id === undefined ? each.kind === 'net' && each.isRoot : each.id === id,
  );
  if (net?.kind !== 'net') throw new Error(`no net ${id ?? ''}`);
  return net;
}

export function taskOf(text: string, id: string, net?: string) {
  const task = netOf(text, net).tasks.find((each) => each.id === id);
  if (task === undefined) throw new Error(`no task ${id}`);
  return task;
}

/** Without positions, and without absent values. */
export const plain = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value, (key, each: unknown) => (key === 'at' ? undefined : each)));
