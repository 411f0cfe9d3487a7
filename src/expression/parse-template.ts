/**
 * Parses a template into a tree. `$name.path.0` and `${ expression }` insert values, `$$` inserts a dollar sign; any
 * other dollar sign is text. A text that is only one value is that value, with its type [E4]. `${env:NAME}` refers
 * to a secret: it stays text here, and the connector resolves it.
 */
import { checkLength, type Parsed, readExpression, unexpected } from './parse-expression.ts';
import type { ExpressionProblem } from './problem.ts';
import type { Tree } from './tree.ts';

const reference = /\$([A-Za-z_][A-Za-z0-9_]*)/y;
/** A dot at the end of a sentence does not start a path; brackets are an index only around digits. */
const step = /(\?)?\.([A-Za-z_][A-Za-z0-9_]*|\d+)|\[(\d{1,9})\]/y;

const secret = /\$\{env:[A-Za-z_][A-Za-z0-9_]*\}/y;

type Part = string | Tree;

export function parseTemplate(text: string): Parsed {
  const tooLong = checkLength(text);
  if (tooLong !== undefined) return { kind: 'problems', problems: [tooLong] };
  const found: Part[] = [];
  const problems: ExpressionProblem[] = [];
  let plain = '';
  let at = 0;
  const add = (tree: Tree, end: number): void => {
    if (plain !== '') found.push(plain);
    plain = '';
    found.push(tree);
    at = end;
  };
  while (at < text.length) {
    const dollar = text.indexOf('$', at);
    if (dollar < 0) break;
    plain += text.slice(at, dollar);
    const after = text[dollar + 1];
    secret.lastIndex = dollar;
    const secretText = after === '{' ? secret.exec(text)?.[0] : undefined;
    if (secretText !== undefined) {
      plain += secretText;
      at = dollar + secretText.length;
      continue;
    }
    if (after === '{') {
      const read = readBraces(text, dollar);
      if (read.kind === 'tree') {
        add(read.tree, read.end);
      } else {
        problems.push(...read.problems);
        at = read.end;
      }
      continue;
    }
    const named = after === '$' ? undefined : readReference(text, dollar);
    if (named !== undefined) {
      add(named.tree, named.end);
      continue;
    }
    plain += '$';
    at = dollar + (after === '$' ? 2 : 1);
  }
  if (problems.length > 0) return { kind: 'problems', problems };
  plain += text.slice(at);
  return { kind: 'tree', tree: assemble(found, plain, text.length) };
}

function assemble(found: readonly Part[], rest: string, end: number): Tree {
  const span = { start: 0, end };
  const all = rest === '' ? found : [...found, rest];
  const [only] = all;
  if (only === undefined) return { kind: 'literal', value: '', span };
  if (all.length > 1) return { kind: 'text', parts: all, span };
  return typeof only === 'string' ? { kind: 'literal', value: only, span } : only;
}

function readBraces(text: string, dollar: number): Parsed & { readonly end: number } {
  const read = readExpression(text, dollar + 2, true, (reader) => {
    const token = reader.peek();
    const closes = token.kind === 'sign' && token.text === '}';
    if (!closes && token.kind !== 'end') throw unexpected(reader);
    return reader.expect('}', 'an expression in `${`').end;
  });
  if (read.kind === 'problems') {
    const close = text.indexOf('}', dollar);
    return { ...read, end: close < 0 ? text.length : close + 1 };
  }
  return read;
}

function readReference(text: string, dollar: number): { tree: Tree; end: number } | undefined {
  reference.lastIndex = dollar;
  const name = reference.exec(text)?.[1];
  if (name === undefined) return undefined;
  let end = dollar + 1 + name.length;
  let tree: Tree = { kind: 'name', name, span: { start: dollar, end } };
  for (;;) {
    step.lastIndex = end;
    const found = step.exec(text);
    if (found === null) return { tree, end };
    const key = found[2];
    const span = { start: dollar, end: end + found[0].length };
    tree =
      key === undefined
        ? { kind: 'index', of: tree, index: indexLiteral(found[3] ?? '', end + 1), safe: false, span }
        : { kind: 'member', of: tree, key, safe: found[1] !== undefined, span };
    end = span.end;
  }
}

const indexLiteral = (digits: string, start: number): Tree => ({
  kind: 'literal',
  value: Number(digits),
  span: { start, end: start + digits.length },
});
