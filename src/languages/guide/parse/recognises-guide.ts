/**
 * Recognizes a guide by its top-level keys alone; the content of prompts does not matter. An unfinished guide, or one
 * whose “steps” is misspelled, is recognized by its other keys.
 */
import { findNearest } from '../../../expression/index.ts';
import type { SourceFile } from '../../workflow.ts';
import { type GuideKey, guideKeys, identifyingKeys } from './guide-shape.ts';

const maxCharactersRead = 1_000_000;
/** Keys of other kinds of documents. */
const others = ['workflows', 'workflow', 'cases', 'openapi', 'swagger', 'connectors', 'services'];

export function recognisesGuide({ text }: Pick<SourceFile, 'text'>): boolean {
  const keys = topKeys(text.slice(0, maxCharactersRead));
  if (others.some((other) => keys.has(other))) return false;
  return (keys.has('steps') && (keys.has('id') || keys.has('name'))) || isNearGuide([...keys]);
}

/** Keys read at most: no guide has more. */
const maxKeys = 2 * guideKeys.length;

/** Three keys of guides, one of which is rare elsewhere; or an id and two more, and no other keys. */
function isNearGuide(keys: readonly string[]): boolean {
  if (keys.length < 3 || keys.length > maxKeys) return false;
  const meant = keys.flatMap((key) => meantBy(key) ?? []);
  if (meant.some((key) => identifyingKeys.includes(key))) return new Set(meant).size >= 3;
  const further = meant.filter((key) => key !== 'id' && key !== 'name');
  return meant.length === keys.length && keys.includes('id') && further.length >= 2;
}

function meantBy(key: string): GuideKey | undefined {
  const nearest = findNearest(key, guideKeys);
  return guideKeys.find((each) => each === nearest);
}

/** What may precede the first key: a byte order mark, space, comments, the start of a document. */
const preamble = /^\ufeff?(?:[ \t]*(?:#[^\n]*|---[^\S\n]*(?:#[^\n]*)?|%[^\n]*)?\r?\n)*/;

function topKeys(text: string): ReadonlySet<string> {
  const start = preamble.exec(text)?.[0].length ?? 0;
  const first = text.slice(start, start + 1000).trimStart()[0];
  return first === '{' ? bracketKeys(text, text.indexOf('{', start)) : blockKeys(text, start);
}

const blockKey = /^( *)(?:"([^"\n]*)"|'([^'\n]*)'|([^\s#"'[\]{},&*!|>%@`-][^\s:]*))[ \t]*:(?:[ \t]|\r?$)/gm;

/** The keys with the indentation of the first one: nested keys are further to the right. */
function blockKeys(text: string, start: number): ReadonlySet<string> {
  const keys = new Set<string>();
  let column: number | undefined;
  for (const [, indent = '', double, single, plain] of text.slice(start).matchAll(blockKey)) {
    column ??= indent.length;
    if (indent.length === column) keys.add(double ?? single ?? plain ?? '');
  }
  return keys;
}

/** Quoted texts, brackets, and unquoted words, with the colon after a key. An unclosed quote ends with its line. */
const lexeme =
  /"((?:[^"\\\n]|\\.)*)(?:"(\s*:)?|$)|'([^'\n]*)(?:'(\s*:)?|$)|([[{])|([\]}])|([\w$-]+)(\s*:)?/gm;

function bracketKeys(text: string, start: number): ReadonlySet<string> {
  const keys = new Set<string>();
  let depth = 0;
  for (const match of text.slice(start).matchAll(lexeme)) {
    const [, double, doubleColon, single, singleColon, open, close, word, wordColon] = match;
    if (open !== undefined) depth += 1;
    // An extra closing bracket does not end the document.
    else if (close !== undefined) depth = Math.max(1, depth - 1);
    else if (depth === 1 && (doubleColon ?? singleColon ?? wordColon) !== undefined) {
      keys.add(double ?? single ?? word ?? '');
    }
  }
  return keys;
}
