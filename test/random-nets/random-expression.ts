/** Random expressions by the type of their value. Occasionally one has no value. */
import type { Json } from '../../src/kernel/model/json.ts';
import type { Expression } from '../../src/kernel/model/program.ts';
import { expr } from '../../src/testing/stand-ins/sample-evaluator.ts';
import type { NetDraft, ProgramDraft } from './net-draft.ts';
import { pickName, type VariableKind } from './variable-kind.ts';

export function read(name: string): Expression {
  return { kind: 'read', name };
}

export function constant(value: Json): Expression {
  return { kind: 'value', value };
}

/** An integer, mostly 0 to 9. */
export function numberExpression(draft: ProgramDraft, net: NetDraft): Expression {
  return broken(draft, net) ?? expression(draft, net, 'x', numberSource(draft, net));
}

export function flagExpression(draft: ProgramDraft, net: NetDraft): Expression {
  return broken(draft, net) ?? expression(draft, net, 'b', flagSource(draft, net));
}

/** A flag that is mostly true. */
export function likelyFlag(draft: ProgramDraft, net: NetDraft): Expression {
  return expr(['lt', numberSource(draft, net), ['lit', draft.random.between(4, 9)]]);
}

export function listExpression(draft: ProgramDraft, net: NetDraft): Expression {
  const { random } = draft;
  const own: Json = ['list', ...Array.from({ length: random.between(1, 4) }, () => numberSource(draft, net))];
  const source = random.weighted<Json>([
    [
      3,
      [
        'range',
        [
          'lit',
          random.weighted([
            [1, 0],
            [2, 1],
            [5, 2],
            [5, 3],
            [2, 4],
            [1, 5],
          ]),
        ],
      ],
    ],
    [2, own],
    [1, get(draft, net, 'l', ['lit', [4, 5]])],
  ]);
  return broken(draft, net) ?? expression(draft, net, 'l', source);
}

/** Any value, also of the context of an instance. */
export function anyExpression(
  draft: ProgramDraft,
  net: NetDraft,
  context: readonly string[] = [],
): Expression {
  const { random } = draft;
  const bad = broken(draft, net);
  if (bad !== undefined) return bad;
  const names = [...context, ...net.readable.filter((name) => /^[xrlb]/.test(name))];
  return random.weighted<() => Expression>([
    [3, () => read(random.pick(names))],
    [3, () => numberExpression(draft, net)],
    [1, () => constant(random.pick<Json>([null, 'text', 7, [1, 'a'], { k: 1 }]))],
    [
      1,
      () =>
        expr([
          'object',
          [
            ['n', numberSource(draft, net)],
            ['v', ['get?', random.pick(names), null]],
          ],
        ]),
    ],
    [1, () => expr(['list', ['get?', random.pick(names), 0], numberSource(draft, net)])],
    [0.3, () => expr(['now'])],
    [
      1,
      () => ({
        kind: 'record',
        fields: [
          { name: 'part', value: read(random.pick(names)) },
          { name: 'n', value: numberExpression(draft, net) },
        ],
      }),
    ],
  ])();
}

function expression(draft: ProgramDraft, net: NetDraft, kind: VariableKind, source: Json): Expression {
  const { random } = draft;
  const name = pickName(random, net.readable, kind);
  if (name !== undefined && random.chance(0.2)) return read(name);
  if (Array.isArray(source) && source[0] === 'lit' && random.chance(0.5)) return constant(source[1] as Json);
  return expr(source);
}

function numberSource(draft: ProgramDraft, net: NetDraft): Json {
  const { random } = draft;
  return random.weighted<() => Json>([
    [3, () => ['lit', random.int(6)]],
    [4, () => get(draft, net, 'x', ['lit', 2])],
    [1, () => ['add', get(draft, net, 'x', ['lit', 1]), ['lit', random.between(-1, 3)]]],
    [0.5, () => ['get?', pickName(random, net.readable, 'u') ?? '$index', random.int(4)]],
    [0.5, () => ['size', get(draft, net, 'l', ['lit', []])]],
  ])();
}

function flagSource(draft: ProgramDraft, net: NetDraft): Json {
  const { random } = draft;
  return random.weighted<() => Json>([
    [4, () => ['lt', numberSource(draft, net), ['lit', random.between(1, 6)]]],
    [1, () => ['eq', numberSource(draft, net), ['lit', random.int(4)]]],
    [1, () => ['not', get(draft, net, 'b', ['lit', false])]],
    [1, () => ['and', ['lt', ['lit', 0], numberSource(draft, net)], get(draft, net, 'b', ['lit', true])]],
    [1, () => ['lit', random.chance(0.6)]],
  ])();
}

function get(draft: ProgramDraft, net: NetDraft, kind: VariableKind, otherwise: Json): Json {
  const name = pickName(draft.random, net.readable, kind);
  return name === undefined ? otherwise : ['get', name];
}

/** Every form of an expression without a value. */
function broken(draft: ProgramDraft, net: NetDraft): Expression | undefined {
  const { random, profile } = draft;
  if (!random.chance(profile.errors)) return undefined;
  const unset = pickName(random, net.readable, 'u') ?? '$item';
  return random.pick<Expression>([
    expr(['throw', 'broken on purpose']),
    expr(['get', unset]),
    expr(['add', ['lit', 'text'], ['lit', 1]]),
    read(unset),
    read('$item'),
    constant('neither number, list nor flag'),
  ]);
}
