/** Generates random schemas of the supported features, as data: printed for processors, and used to generate documents. */
import type { Random } from '../../src/testing/index.ts';

export interface RandomSimple {
  /** Inside a declaration: an attribute `type`, or a simpleType. */
  readonly type: string | null;
  readonly inline: string;
  readonly texts: readonly string[];
  /** Whether JSON Schema can express all of it. */
  readonly exact: boolean;
}

export type RandomParticle = { readonly min: number; readonly max: number | null } & (
  | { readonly kind: 'sequence' | 'choice' | 'all'; readonly parts: readonly RandomParticle[] }
  | { readonly kind: 'element'; readonly name: string; readonly type: RandomType; readonly nillable: boolean }
);

export interface RandomAttribute {
  readonly name: string;
  readonly type: RandomSimple;
  readonly required: boolean;
}

export type RandomType =
  | { readonly kind: 'simple'; readonly simple: RandomSimple }
  | {
      readonly kind: 'complex';
      /** `null` if it is inline. */
      readonly name: string | null;
      readonly attributes: readonly RandomAttribute[];
      readonly content:
        | { readonly kind: 'empty' }
        | { readonly kind: 'text'; readonly simple: RandomSimple }
        | {
            readonly kind: 'elements' | 'mixed';
            readonly particle: RandomParticle;
            readonly extends: RandomType | null;
          };
    };

export interface RandomSchema {
  readonly root: string;
  readonly type: RandomType;
  readonly declarations: string;
}

const builtIn = (type: string, texts: string, exact = true): RandomSimple => ({
  type: `xs:${type}`,
  inline: '',
  texts: texts.split('|'),
  exact,
});

const restricted = (base: string, facets: string, texts: string, exact = true): RandomSimple => ({
  type: null,
  inline: `<xs:simpleType><xs:restriction base="xs:${base}">${facets
    .split(';')
    .map((facet) => facet.split('='))
    .map(([name = '', value = '']) => `<xs:${name} value="${value}"/>`)
    .join('')}</xs:restriction></xs:simpleType>`,
  texts: texts.split('|'),
  exact,
});

const simples: readonly RandomSimple[] = [
  builtIn('string', 'a|x y|ü&amp;|'),
  builtIn('int', '0|-7|2147483647|+05'),
  builtIn('boolean', 'true|0|false|1'),
  builtIn('decimal', '1.50|-0.001|12345678901234567890.5|7'),
  builtIn('date', '2026-02-28|2024-02-29Z|1999-12-31+01:00', false),
  builtIn('dateTime', '2026-02-28T10:00:00|2026-01-01T24:00:00Z', false),
  builtIn('double', '1.5|-INF|NaN|2e10'),
  builtIn('long', '9223372036854775807|5|-9223372036854775808', false),
  builtIn('NCName', 'abc|_x.1'),
  builtIn('duration', 'P1D|-PT5.5S|P1Y2M', false),
  restricted('string', 'minLength=2;maxLength=4', 'ab|abcd|abc'),
  restricted('string', 'pattern=[A-Z]{2}\\d*', 'AB|ZZ12', false),
  restricted('string', 'pattern=[^x]+;pattern=x', 'abc|x'),
  restricted('token', 'enumeration=red;enumeration=dark green', 'red| dark  green ', false),
  restricted('int', 'minInclusive=1;maxExclusive=10', '1|9|05'),
  restricted('int', 'enumeration=1;enumeration=20', '1|20|01'),
  restricted('decimal', 'totalDigits=4;fractionDigits=2', '12.34|0.5|1234|12.3400', false),
  restricted(
    'date',
    'minInclusive=2026-01-01;maxInclusive=2026-12-31',
    '2026-01-01|2026-06-15|2026-12-31',
    false,
  ),
  restricted('hexBinary', 'length=2', 'AB01|ffff', false),
  restricted('positiveInteger', 'pattern=[0-9]*', '1|99999999999999999999', false),
  {
    type: null,
    inline: '<xs:simpleType><xs:list itemType="xs:int"/></xs:simpleType>',
    texts: ['1 2 3', '', ' 7 '],
    exact: true,
  },
  {
    type: null,
    inline:
      '<xs:simpleType><xs:restriction><xs:simpleType><xs:list itemType="xs:NCName"/></xs:simpleType><xs:minLength value="1"/><xs:maxLength value="2"/></xs:restriction></xs:simpleType>',
    texts: ['a', 'a b'],
    exact: true,
  },
  {
    type: null,
    inline:
      '<xs:simpleType><xs:union memberTypes="xs:int xs:boolean"><xs:simpleType><xs:restriction base="xs:string"><xs:enumeration value="none"/></xs:restriction></xs:simpleType></xs:union></xs:simpleType>',
    texts: ['5', 'true', 'none'],
    exact: true,
  },
];

/** Values of every kind, for wrong positions. */
export const strayTexts: readonly string[] = [
  ...new Set(simples.flatMap(({ texts }) => texts)),
  '10',
  '0',
  'xx',
  'AB',
  'abcde',
  '2025-12-31',
  '0.123',
];

export function randomSchema(random: Random, at: number): RandomSchema {
  const named: { readonly name: string; readonly text: string; readonly type: RandomType }[] = [];
  let names = 0;

  const occurrence = (): { min: number; max: number | null } =>
    random.weighted<{ min: number; max: number | null }>([
      [5, { min: 1, max: 1 }],
      [4, { min: 0, max: 1 }],
      [2, { min: 0, max: null }],
      [1, { min: 1, max: null }],
      [1, { min: 2, max: 3 }],
      [1, { min: 0, max: 100_000 }],
    ]);

  const element = (depth: number, once = false): RandomParticle => {
    const { min, max } = once ? { min: random.int(2), max: 1 } : occurrence();
    names += 1;
    const own = names;
    const type = makeType(depth + 1);
    return {
      kind: 'element',
      name: `e${own}`,
      type,
      nillable: !hasAttributes(type) && random.chance(0.1),
      min,
      max,
    };
  };

  const group = (depth: number, top = false): RandomParticle => {
    if (top && random.chance(0.15)) {
      return {
        kind: 'all',
        parts: Array.from({ length: random.between(1, 3) }, () => element(depth, true)),
        min: random.int(2),
        max: 1,
      };
    }
    // A name in two places, each after another one.
    if (random.chance(0.15)) {
      const shared: RandomParticle = { ...element(5, true), min: random.int(2) };
      const branch = (): RandomParticle => ({
        kind: 'sequence',
        parts: [{ ...element(5), min: 1, max: 1 }, shared],
        min: 1,
        max: 1,
      });
      return {
        kind: random.pick(['choice', 'sequence'] as const),
        parts: [branch(), branch()],
        ...(random.chance(0.5) ? { min: 1, max: 1 } : { min: 0, max: 2 }),
      };
    }
    const parts = Array.from({ length: random.between(1, 4) }, () =>
      depth < 3 && random.chance(0.3) ? group(depth + 1) : element(depth),
    );
    const { min, max } = random.chance(0.6) ? { min: 1, max: 1 } : occurrence();
    return { kind: random.pick(['sequence', 'sequence', 'choice'] as const), parts, min, max };
  };

  const attributes = (): readonly RandomAttribute[] =>
    Array.from(
      {
        length: random.weighted([
          [3, 0],
          [2, 1],
          [1, 2],
        ]),
      },
      (_, index) => ({
        name: `a${index}`,
        type: random.pick(simples),
        required: random.chance(0.4),
      }),
    );

  const makeType = (depth: number): RandomType => {
    if (depth > 3 || (depth > 0 && random.chance(0.7)))
      return { kind: 'simple', simple: random.pick(simples) };
    const name = random.chance(0.3) ? `T${at}_${names++}` : null;
    const bases = named.filter(
      ({ type }) =>
        type.kind === 'complex' && type.content.kind === 'elements' && type.content.particle.kind !== 'all',
    );
    const base = bases.length > 0 && random.chance(0.3) ? random.pick(bases).type : null;
    const content = random.weighted<() => Extract<RandomType, { kind: 'complex' }>['content']>([
      [1, () => ({ kind: 'empty' })],
      [2, () => ({ kind: 'text', simple: random.pick(simples) })],
      [1, () => ({ kind: 'mixed', particle: group(depth), extends: null })],
      [
        depth === 0 ? 20 : 4,
        () => ({ kind: 'elements', particle: group(depth, base === null), extends: base }),
      ],
    ])();
    const type: RandomType = {
      kind: 'complex',
      name,
      attributes: base === null || content.kind !== 'elements' ? attributes() : [],
      content,
    };
    if (name !== null) named.push({ name, text: printComplex(type), type });
    return type;
  };

  const type = makeType(0);
  const root = `r${at}`;
  const declarations = [
    ...named.map(({ text }) => text),
    `<xs:element name="${root}"${typeAttribute(type)}>${inlineType(type)}</xs:element>`,
  ];
  return { root, type, declarations: declarations.join('\n') };
}

/** A nil element has no attributes in JSON. */
const hasAttributes = (type: RandomType): boolean =>
  type.kind === 'complex' &&
  (type.attributes.length > 0 ||
    ('extends' in type.content && type.content.extends !== null && hasAttributes(type.content.extends)));

const typeAttribute = (type: RandomType): string => {
  const name = type.kind === 'simple' ? type.simple.type : type.name;
  return name === null ? '' : ` type="${name}"`;
};

const inlineType = (type: RandomType): string => {
  if (type.kind === 'simple') return type.simple.inline;
  return type.name === null ? printComplex(type) : '';
};

const declareSimple = (tag: string, simple: RandomSimple, rest: string): string =>
  `<xs:${tag} ${rest}${simple.type === null ? '' : ` type="${simple.type}"`}>${simple.inline}</xs:${tag}>`;

function printComplex(type: Extract<RandomType, { kind: 'complex' }>): string {
  const { content } = type;
  const attributes = type.attributes
    .map(({ name, type: simple, required }) =>
      declareSimple('attribute', simple, `name="${name}" use="${required ? 'required' : 'optional'}"`),
    )
    .join('');
  const name = type.name === null ? '' : ` name="${type.name}"`;
  switch (content.kind) {
    case 'empty':
      return `<xs:complexType${name}>${attributes}</xs:complexType>`;
    case 'text': {
      // An extension needs a named base, so a type with facets is a restriction.
      const base = content.simple.type ?? 'xs:string';
      return `<xs:complexType${name}><xs:simpleContent><xs:extension base="${base}">${attributes}</xs:extension></xs:simpleContent></xs:complexType>`;
    }
    default: {
      const particle = printParticle(content.particle);
      if (content.extends?.kind === 'complex') {
        return `<xs:complexType${name}><xs:complexContent><xs:extension base="${content.extends.name}">${particle}${attributes}</xs:extension></xs:complexContent></xs:complexType>`;
      }
      return `<xs:complexType${name}${content.kind === 'mixed' ? ' mixed="true"' : ''}>${particle}${attributes}</xs:complexType>`;
    }
  }
}

function printParticle(particle: RandomParticle): string {
  const occurs = ` minOccurs="${particle.min}" maxOccurs="${particle.max ?? 'unbounded'}"`;
  if (particle.kind !== 'element') {
    return `<xs:${particle.kind}${occurs}>${particle.parts.map(printParticle).join('')}</xs:${particle.kind}>`;
  }
  const { name, type, nillable } = particle;
  return `<xs:element name="${name}"${typeAttribute(type)}${occurs}${nillable ? ' nillable="true"' : ''}>${inlineType(type)}</xs:element>`;
}
