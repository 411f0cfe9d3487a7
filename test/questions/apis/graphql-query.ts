/** Reads one GraphQL query as its specification describes it. Directives, named fragments and mutations are refused: nothing here sends them. */
import type { Json } from './description.ts';

export interface Position {
  readonly line: number;
  readonly column: number;
}

export type Value =
  | { readonly kind: 'variable'; readonly name: string }
  | { readonly kind: 'constant'; readonly type: string; readonly value: Json };

export interface FieldSelection {
  readonly kind: 'field';
  /** In the answer. */
  readonly key: string;
  readonly name: string;
  readonly args: ReadonlyMap<string, Value>;
  readonly selections: readonly Selection[] | undefined;
  readonly at: Position;
}

export interface FragmentSelection {
  readonly kind: 'fragment';
  readonly on: string;
  readonly selections: readonly Selection[];
  readonly at: Position;
}

export type Selection = FieldSelection | FragmentSelection;

export interface Query {
  /** Types by name, such as `URI!`. */
  readonly variables: ReadonlyMap<string, string>;
  readonly selections: readonly Selection[];
}

export class GraphqlSyntaxError extends Error {
  readonly at: Position;

  constructor(message: string, at: Position) {
    super(message);
    this.at = at;
  }
}

interface Token {
  readonly kind: 'name' | 'mark' | 'string' | 'number' | 'end';
  readonly text: string;
  readonly at: Position;
}

const lexeme =
  /(?<name>[_A-Za-z]\w*)|(?<mark>\.\.\.|[!$():=@[\]{|}&])|(?<string>"(?:[^"\\\n]|\\.)*")|(?<number>-?\d+(?:\.\d+)?)|(?<blank>(?:[\s,]|#[^\n]*)+)/y;

function tokenize(text: string): readonly Token[] {
  const tokens: Token[] = [];
  let index = 0;
  const position = (): Position => {
    const before = text.slice(0, index).split('\n');
    return { line: before.length, column: (before.at(-1) ?? '').length + 1 };
  };
  while (index < text.length) {
    lexeme.lastIndex = index;
    const found = lexeme.exec(text);
    if (found === null) {
      throw new GraphqlSyntaxError(
        `Expected a token, actual: ${JSON.stringify(text.charAt(index))}`,
        position(),
      );
    }
    const [kind = 'blank'] = Object.entries(found.groups ?? {}).flatMap(([name, part]) =>
      part === undefined ? [] : [name],
    );
    if (kind !== 'blank') tokens.push({ kind: kind as Token['kind'], text: found[0], at: position() });
    index = lexeme.lastIndex;
  }
  return [...tokens, { kind: 'end', text: '', at: position() }];
}

/** Throws `GraphqlSyntaxError`. */
export function readQuery(text: string): Query {
  const tokens = tokenize(text);
  let next = 0;
  const peek = (): Token => tokens[next] ?? { kind: 'end', text: '', at: { line: 1, column: 1 } };
  const isMark = (mark: string): boolean => peek().kind === 'mark' && peek().text === mark;
  const take = (isExpected: boolean, expected: string): Token => {
    const token = peek();
    if (!isExpected) {
      const actual = token.kind === 'end' ? 'the end' : JSON.stringify(token.text);
      throw new GraphqlSyntaxError(`Expected ${expected}, actual: ${actual}`, token.at);
    }
    next += 1;
    return token;
  };
  const takeMark = (mark: string): Token => take(isMark(mark), JSON.stringify(mark));
  const takeName = (): Token => take(peek().kind === 'name', 'a name');
  const several = <T>(open: string, close: string, read: () => T): readonly T[] => {
    takeMark(open);
    const all = [read()];
    while (!isMark(close)) all.push(read());
    takeMark(close);
    return all;
  };

  const readVariable = (): readonly [string, string] => {
    takeMark('$');
    const { text: name } = takeName();
    takeMark(':');
    const type = takeName().text;
    const isRequired = isMark('!');
    if (isRequired) takeMark('!');
    return [name, `${type}${isRequired ? '!' : ''}`];
  };

  const readValue = (): Value => {
    if (isMark('$')) {
      takeMark('$');
      return { kind: 'variable', name: takeName().text };
    }
    const { kind, text: written } = take(['string', 'number', 'name'].includes(peek().kind), 'a value');
    if (kind === 'string') return { kind: 'constant', type: 'String', value: JSON.parse(written) };
    if (kind === 'number') {
      return { kind: 'constant', type: written.includes('.') ? 'Float' : 'Int', value: Number(written) };
    }
    if (written === 'null') return { kind: 'constant', type: 'Null', value: null };
    if (written === 'true' || written === 'false') {
      return { kind: 'constant', type: 'Boolean', value: written === 'true' };
    }
    return { kind: 'constant', type: 'Enum', value: written };
  };

  const readArgument = (): readonly [string, Value] => {
    const { text: name } = takeName();
    takeMark(':');
    return [name, readValue()];
  };

  const readSelections = (): readonly Selection[] => several('{', '}', readSelection);
  const readSelection = (): Selection => {
    if (isMark('...')) {
      const { at } = takeMark('...');
      take(peek().text === 'on', '"on"');
      return { kind: 'fragment', on: takeName().text, selections: readSelections(), at };
    }
    const first = takeName();
    let name = first.text;
    if (isMark(':')) {
      takeMark(':');
      name = takeName().text;
    }
    const args = isMark('(') ? several('(', ')', readArgument) : [];
    if (new Set(args.map(([each]) => each)).size < args.length) {
      throw new GraphqlSyntaxError(`There can be only one argument of each name at ${name}`, first.at);
    }
    const selections = isMark('{') ? readSelections() : undefined;
    return { kind: 'field', key: first.text, name, args: new Map(args), selections, at: first.at };
  };

  let variables: readonly (readonly [string, string])[] = [];
  if (!isMark('{')) {
    take(peek().text === 'query', '"query"');
    if (peek().kind === 'name') takeName();
    if (isMark('(')) variables = several('(', ')', readVariable);
  }
  const selections = readSelections();
  take(peek().kind === 'end', 'the end');
  return { variables: new Map(variables), selections };
}
