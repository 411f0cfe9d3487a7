/** Checks the user reference: executes its examples and compares its table of functions. */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { findFunction } from './functions.ts';
import { evaluate, functionNames, type Json, parseExpression, parseTemplate } from './index.ts';

const page = readFileSync(new URL('../../docs/expressions.md', import.meta.url), 'utf8');

const blocks = (kind: string): readonly string[] =>
  [...page.matchAll(new RegExp(`^\`\`\`${kind}\\n(.*?)^\`\`\``, 'gms'))].map(([, body = '']) => body);

const examples = (kind: string): readonly (readonly [string, string])[] =>
  blocks(kind)
    .flatMap((body) => body.trim().split('\n'))
    .map((line) => {
      const [text = '', result = ''] = line.split(' → ');
      return [text.trim(), result.trim()];
    });

const values: { readonly [name: string]: Json } = JSON.parse(blocks('json').join(''));
const at = Date.UTC(2026, 2, 1, 9, 30);

function expectResult(parsed: ReturnType<typeof parseExpression>, result: string): void {
  const evaluated = evaluate(parsed, values, at);
  if (!result.startsWith('error: ')) {
    expect(evaluated).toEqual({ kind: 'value', value: JSON.parse(result) });
    return;
  }
  expect(evaluated.kind === 'failure' && evaluated.message).toContain(result.slice('error: '.length));
}

describe('docs/expressions.md', () => {
  test('[E2] has examples of both spellings', () => {
    expect(examples('expression').length).toBeGreaterThan(40);
    expect(examples('template').length).toBeGreaterThan(6);
  });

  test.each(examples('expression'))('[E2][E3][E5] %s → %s', (text, result) => {
    expectResult(parseExpression(text), result);
  });

  test.each(examples('template'))('[E4] %s → %s', (text, result) => {
    expectResult(parseTemplate(text), result);
  });

  test.each(functionNames)('[E2] describes %s', (name) => {
    const row = page.split('\n').find((line) => line.startsWith(`| \`${name}(`));
    expect(row).toContain(`| ${findFunction(name)?.description} |`);
  });
});
