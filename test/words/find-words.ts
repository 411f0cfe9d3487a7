/** Finds forbidden words in names and in prose. */
import ts from 'typescript';
import type { ForbiddenWord } from './forbidden-words.ts';

export interface FoundWord {
  readonly word: string;
  readonly instead: string;
  /** The name, or the text around it. */
  readonly text: string;
}

export function findInPath(path: string, forbidden: readonly ForbiddenWord[]): readonly FoundWord[] {
  return findAmong(path, path.toLowerCase().split(/[^a-z]+/), forbidden);
}

/** In the identifiers of a source. */
export function findInNames(source: string, forbidden: readonly ForbiddenWord[]): readonly FoundWord[] {
  return [...readSource(source).names].flatMap((name) => findAmong(name, wordsOfName(name), forbidden));
}

/** In comments and texts of a source. Of a test, the titles are its texts: the others are sample data. */
export function findInSource(
  source: string,
  forbidden: readonly ForbiddenWord[],
  isTest = false,
): readonly FoundWord[] {
  const { comments, texts } = readSource(source);
  const prose = isTest ? texts.filter((text) => /^\[[A-Z]\d/.test(text)) : texts;
  return findInProse([...comments, ...prose].join('\n\n'), forbidden);
}

/** A line break inside a phrase, with the star of a comment, counts as a blank. */
export function findInProse(prose: string, forbidden: readonly ForbiddenWord[]): readonly FoundWord[] {
  const text = prose.replaceAll(/[ \t]*\n[ \t]*(?:\*(?!\/) ?)?/g, ' ');
  return forbidden.flatMap(({ word, instead }) =>
    [...text.matchAll(new RegExp(`\\b${word}\\b`, 'gi'))].map(({ index }) => ({
      word,
      instead,
      text: text.slice(Math.max(0, index - 40), index + word.length + 40).trim(),
    })),
  );
}

function findAmong(
  text: string,
  words: readonly string[],
  forbidden: readonly ForbiddenWord[],
): readonly FoundWord[] {
  return forbidden
    .filter(({ word }) => words.includes(word))
    .map(({ word, instead }) => ({ word, instead, text }));
}

const wordsOfName = (name: string): readonly string[] =>
  name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/);

interface SourceWords {
  readonly names: ReadonlySet<string>;
  readonly comments: readonly string[];
  readonly texts: readonly string[];
}

function readSource(source: string): SourceWords {
  const names = new Set<string>();
  const texts: string[] = [];
  const comments = new Map<number, string>();
  const addComments = (position: number): void => {
    const ranges = [
      ...(ts.getLeadingCommentRanges(source, position) ?? []),
      ...(ts.getTrailingCommentRanges(source, position) ?? []),
    ];
    for (const { pos, end } of ranges) {
      comments.set(pos, source.slice(pos, end));
    }
  };
  const visit = (node: ts.Node): void => {
    addComments(node.pos);
    addComments(node.end);
    if (ts.isIdentifier(node) || ts.isPrivateIdentifier(node)) names.add(node.text);
    if (ts.isStringLiteralLike(node) || ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node)) {
      // A single word is data: an id, a key, a name in an example.
      if (/\s/.test(node.text.trim())) texts.push(node.text);
    }
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile('source.ts', source, ts.ScriptTarget.ES2023, false));
  return { names, comments: [...comments.values()], texts };
}
