// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the template is the text under test.
import { describe, expect, test } from 'vitest';
import { evaluate, type Json, parseTemplate } from './index.ts';

const values: { readonly [name: string]: Json } = {
  id: 7,
  name: 'Ada',
  order: { total: 120.5, items: [{ id: 'x' }, { id: 'y' }], note: null },
  list: [3, 4],
};
const render = (text: string): Json | string => {
  const result = evaluate(parseTemplate(text), values, 0);
  return result.kind === 'value' ? result.value : result.kind;
};

describe('templates', () => {
  test.each<[string, Json]>([
    ['$id', 7],
    ['$order.items', [{ id: 'x' }, { id: 'y' }]],
    ['$order.items.1.id', 'y'],
    ['$order.items[1].id', 'y'],
    ['${id}', 7],
    ['${ $id + 1 }', 8],
    ['${ {a: list} }', { a: [3, 4] }],
    ['$order.note', null],
    ['$nothing?.at.all', 'failure'],
    ['$order?.nothing', null],
  ])('[E4] %s alone keeps its type', (text, value) => {
    expect(render(text)).toEqual(value);
  });

  test.each<[string, string]>([
    ['', ''],
    ['plain', 'plain'],
    ['See $id.', 'See 7.'],
    ['See $id...', 'See 7...'],
    ['$id ', '7 '],
    ['$name: $order.total!', 'Ada: 120.5!'],
    ['$list[0] of $list', '3 of [3,4]'],
    ['$id[a]', '7[a]'],
    ['note=$order.note', 'note=null'],
    ['$$id costs $5 or $ 6$', '$id costs $5 or $ 6$'],
    ['$$', '$'],
    ['${name}s and ${ upper(name) }', 'Adas and ADA'],
    ['${"}"}!', '}!'],
    ['${default(nothing, "none")} left', 'none left'],
    ['in ${ 90 minutes }', 'in 1 hour 30 minutes'],
  ])('[E4] %s is rendered as %s', (text, value) => {
    expect(render(text)).toBe(value);
  });

  test('[E4] fields are rendered in the order of their names', () => {
    expect(render('is $order')).toBe('is {"items":[{"id":"x"},{"id":"y"}],"note":null,"total":120.5}');
  });

  test.each([
    ['a ${ b', 'missing'],
    ['a ${}', 'A value is expected'],
    ['${ a b }', 'is unexpected after'],
    ['${ a = 1 } and ${ b & c }', 'instead of'],
  ])('[E1][E4] %s is refused with the position', (text, says) => {
    const parsed = parseTemplate(text);
    expect(parsed.kind === 'problems' && parsed.problems[0]?.message).toContain(says);
  });

  test('[E1][E4] errors of every part are reported with their positions in the text', () => {
    const text = 'x ${ a = 1 } and ${ b & c }';
    const parsed = parseTemplate(text);
    const found = parsed.kind === 'problems' ? parsed.problems : [];
    expect(found.map(({ span }) => text.slice(span.start, span.end))).toEqual(['=', '&']);
  });
});
