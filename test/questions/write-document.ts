/**
 * Writes a document in one of the many ways in which authors write it, and knows the position of each part. Lines and
 * columns count from 1, columns in UTF-16 code units, as editors do.
 */
import type { Random } from '../../src/testing/index.ts';
import type { DocumentNode, ListNode, MapNode, Part, ScalarNode } from './document-tree.ts';

export interface Position {
  readonly line: number;
  readonly column: number;
}

export interface WrittenDocument {
  readonly path: string;
  readonly text: string;
  /** @param offset of a character in a text; its length is the end of the text */
  positionOf(part: Part, offset?: number): Position;
}

export type Notation = 'yaml' | 'json';
export const notations: readonly Notation[] = ['yaml', 'json'];

export const writeDocument = (random: Random, root: DocumentNode, notation: Notation): WrittenDocument => {
  const page = new Page(random.pick(['\n', '\n', '\r\n']));
  if (random.chance(0.1)) page.markByteOrder();
  if (notation === 'json') new JsonWriter(page, random).document(root);
  else new YamlWriter(page, random).document(root);
  return page.close(`flow.${notation}`);
};

/** The text so far, and the positions in it. */
class Page {
  readonly #break: string;
  readonly #starts = new Map<Part, Position>();
  readonly #characters = new Map<Part, Position[]>();
  #text = '';
  #line = 1;
  #column = 1;

  constructor(lineBreak: string) {
    this.#break = lineBreak;
  }

  /** It has no column. */
  markByteOrder(): void {
    this.#text = '\ufeff';
  }

  write(text: string): void {
    this.#text += text;
    this.#column += text.length;
  }

  newLine(indent = ''): void {
    this.#text += this.#break;
    this.#line += 1;
    this.#column = 1;
    this.write(indent);
  }

  begin(part: Part): void {
    this.#starts.set(part, this.#here());
  }

  /** @param encode how a character of the text is written */
  characters(
    part: Part,
    text: string,
    encode: (character: string) => string = (character) => character,
  ): void {
    const places: Position[] = [];
    for (const character of text) {
      const here = this.#here();
      for (let unit = 0; unit < character.length; unit++) places.push(here);
      this.write(encode(character));
    }
    this.#characters.set(part, [...places, this.#here()]);
  }

  #here(): Position {
    return { line: this.#line, column: this.#column };
  }

  close(path: string): WrittenDocument {
    return {
      path,
      text: this.#text,
      positionOf: (part, offset) => {
        const position = offset === undefined ? this.#starts.get(part) : this.#characters.get(part)?.[offset];
        if (position === undefined) throw new Error(`It has no such part: ${JSON.stringify(part)}`);
        return position;
      },
    };
  }
}

/** In double quotes; one in fifty as its code. */
const escaped = (random: Random, character: string): string =>
  character.length === 1 && random.chance(0.02)
    ? `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
    : JSON.stringify(character).slice(1, -1);

class JsonWriter {
  readonly #page: Page;
  readonly #random: Random;
  readonly #indent: string | null;
  readonly #colon: string;

  constructor(page: Page, random: Random) {
    this.#page = page;
    this.#random = random;
    this.#indent = random.pick([null, '', ' ', '  ', '    ', '\t']);
    this.#colon = random.pick([':', ': ', ' : ']);
  }

  document(root: DocumentNode): void {
    this.node(root, 0);
    if (this.#random.chance(0.5)) this.#page.newLine();
  }

  node(node: DocumentNode, depth: number): void {
    const page = this.#page;
    page.begin(node);
    if (node.kind === 'scalar') {
      this.#scalar(node);
      return;
    }
    const [open, close] = node.kind === 'map' ? '{}' : '[]';
    page.write(open ?? '');
    const parts = node.kind === 'map' ? node.entries : node.items;
    for (const [at, part] of parts.entries()) {
      if (at > 0) page.write(',');
      this.#break(depth + 1);
      if ('key' in part) {
        page.begin(part);
        page.write(`${JSON.stringify(part.key)}${this.#colon}`);
      }
      this.node('key' in part ? part.value : part, depth + 1);
    }
    if (parts.length > 0) this.#break(depth);
    page.write(close ?? '');
  }

  #break(depth: number): void {
    if (this.#indent !== null) this.#page.newLine(this.#indent.repeat(depth));
  }

  #scalar(node: ScalarNode): void {
    const { value } = node;
    if (typeof value !== 'string') {
      this.#page.write(String(value));
      return;
    }
    this.#page.write('"');
    this.#page.characters(node, value, (character) => escaped(this.#random, character));
    this.#page.write('"');
  }
}

class YamlWriter {
  readonly #page: Page;
  readonly #random: Random;
  /** How often a map or a list is written in brackets. */
  readonly #brackets: number;
  /** Whether the text before this line would go on with an indented one. */
  #isOpen = false;

  constructor(page: Page, random: Random) {
    this.#page = page;
    this.#random = random;
    this.#brackets = random.pick([0, 0.1, 0.5]);
  }

  document(root: DocumentNode): void {
    if (this.#random.chance(0.1)) {
      this.#page.write('---');
      this.#page.newLine();
    }
    this.#remarks();
    if (isBlock(root)) this.#block(root, 0);
    else this.#inline(root, false);
    this.#page.newLine();
  }

  #block(node: MapNode | ListNode, indent: number): void {
    const page = this.#page;
    page.begin(node);
    const parts = node.kind === 'map' ? node.entries : node.items;
    for (const [at, part] of parts.entries()) {
      if (at > 0) {
        page.newLine();
        this.#remarks();
        page.write(' '.repeat(indent));
      }
      if ('key' in part) {
        page.begin(part);
        page.write(`${this.#key(part.key)}:`);
        this.#value(part.value, indent);
      } else {
        page.write('- ');
        if (isBlock(part) && !this.#random.chance(this.#brackets)) this.#block(part, indent + 2);
        else this.#inline(part, false);
      }
    }
  }

  /** After the colon of a key. */
  #value(node: DocumentNode, indent: number): void {
    const page = this.#page;
    const inner = indent + this.#random.pick([1, 2, 4]);
    if (isBlock(node) && !this.#random.chance(this.#brackets)) {
      page.newLine();
      this.#remarks();
      page.write(' '.repeat(inner));
      this.#block(node, inner);
    } else if (node.kind === 'scalar' && isLine(node.value) && this.#random.chance(0.1)) {
      page.write(' ');
      page.begin(node);
      page.write(this.#random.pick(['|-', '>-']));
      page.newLine(' '.repeat(inner));
      page.characters(node, node.value);
      this.#isOpen = true;
    } else {
      page.write(' ');
      this.#inline(node, false);
    }
  }

  /** In one line, maps and lists in brackets. */
  #inline(node: DocumentNode, inBrackets: boolean): void {
    const page = this.#page;
    page.begin(node);
    if (node.kind === 'scalar') {
      this.#scalar(node, inBrackets);
      return;
    }
    const [open, close] = node.kind === 'map' ? '{}' : '[]';
    const space = this.#random.pick(['', ' ']);
    page.write(`${open}${space}`);
    const parts = node.kind === 'map' ? node.entries : node.items;
    for (const [at, part] of parts.entries()) {
      if (at > 0) page.write(', ');
      if ('key' in part) {
        page.begin(part);
        page.write(`${this.#key(part.key)}: `);
      }
      this.#inline('key' in part ? part.value : part, true);
    }
    page.write(`${space}${close}`);
  }

  #key(key: string): string {
    if (isPlain(key) && this.#random.chance(0.8)) return key;
    return key.includes("'") || this.#random.chance(0.5) ? JSON.stringify(key) : `'${key}'`;
  }

  #scalar(node: ScalarNode, inBrackets: boolean): void {
    const page = this.#page;
    const { value } = node;
    if (typeof value !== 'string') {
      page.write(String(value));
      return;
    }
    // An expression can be written as it is, as most authors do.
    const isOpen = isPlain(value) || (!inBrackets && /^\$\{[\w.-]+\}( [=<>!+-]+ [\w${}.-]+)?$/.test(value));
    const quote = this.#random.pick(isOpen ? ['', '', '"', "'"] : ['"', "'"]);
    page.write(quote);
    page.characters(node, value, (character) =>
      quote === '"' ? escaped(this.#random, character) : quote === character ? "''" : character,
    );
    page.write(quote);
  }

  /** At the start of a line. */
  #remarks(): void {
    const remark = this.#random.weighted([
      [12, null],
      [1, ''],
      [1, '# 100 %: "so" it is, {all} of it'],
      [this.#isOpen ? 0 : 1, '   # indented'],
    ]);
    this.#isOpen = false;
    if (remark === null) return;
    this.#page.write(remark);
    this.#page.newLine();
  }
}

const isBlock = (node: DocumentNode): node is MapNode | ListNode =>
  node.kind === 'map' ? node.entries.length > 0 : node.kind === 'list' && node.items.length > 0;

/** It needs no quotes. */
const isPlain = (text: string): boolean =>
  /^[\p{L}_][\p{L}\d_. /-]*$/u.test(text) &&
  !text.endsWith(' ') &&
  !/^(?:true|false|null|yes|no|on|off|y|n)$/i.test(text);

/** It can be a block of its own. */
const isLine = (value: ScalarNode['value']): value is string =>
  typeof value === 'string' && /^\S(?:.*\S)?$/u.test(value);
