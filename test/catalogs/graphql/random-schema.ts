/** A valid GraphQL schema at random: types that refer to each other in circles, with arguments and defaults. */
import type { Random } from '../../../src/testing/index.ts';

const leaves = ['Int', 'Float', 'String', 'Boolean', 'ID', 'Color', 'Any'];
const defaults: { readonly [type: string]: string } = { Int: '3', String: '"a"', Color: 'RED', I0: '{}' };

export function randomSchema(random: Random): string {
  const count = random.between(2, 7);
  const names = (prefix: string, length = count): readonly string[] =>
    Array.from({ length }, (_, at) => `${prefix}${at}`);
  const [objects, inputs, interfaces] = [names('O'), names('I'), names('F', 2)];
  const wrap = (name: string): string => {
    const inner = random.chance(0.4) ? `${name}!` : name;
    if (random.chance(0.7)) return inner;
    return random.chance(0.4) ? `[${inner}]!` : `[[${inner}]]`;
  };
  const argument = (name: string): string => {
    const type = random.pick([...leaves, ...inputs]);
    const preset = random.chance(0.3) ? defaults[type] : undefined;
    if (preset !== undefined) return `${name}: ${type}${random.chance(0.5) ? '!' : ''} = ${preset}`;
    return `${name}: ${wrap(type)}`;
  };
  const some = (prefix: string, make: (name: string) => string): string =>
    names(prefix, random.between(1, 5)).map(make).join(' ');
  const args = (): string => (random.chance(0.6) ? '' : `(${some('a', argument)})`);
  const output = [...leaves, ...leaves, ...objects, ...interfaces, 'U0', 'U1'];
  const field = (name: string): string => `${name}${args()}: ${wrap(random.pick(output))}`;
  // Whatever implements an interface has its fields, and others whose types differ from object to object.
  const shared = interfaces.map((name) => `s${name}: ${wrap(random.pick(output))}`);
  return [
    'enum Color { RED GREEN } scalar Any',
    ...interfaces.map((name, at) => `interface ${name} { ${shared[at]} }`),
    ...objects.map((name, at) => {
      const of = at % 2;
      return `type ${name} implements ${interfaces[of]} { ${shared[of]} ${some('f', field)} }`;
    }),
    `union U0 = ${objects.join(' | ')}`,
    `union U1 = ${objects.slice(0, 2).join(' | ')}`,
    // Only optional fields refer to other objects, so that each value ends; the first has a default, which must be valid.
    ...inputs.map((name, at) => {
      const leaf = (): string => (at === 0 ? random.pick(leaves) : wrap(random.pick(leaves)));
      const own = some('l', (each) => `${each}: ${leaf()}`);
      const others = some('i', (each) => `${each}: ${random.pick(inputs)}`);
      return `input ${name} { ${own} ${others} p: Int! = 4 }`;
    }),
    `type Query { ${some('q', field)} same: Int }`,
    `type Mutation { ${some('m', field)} same: O0 }`,
  ].join('\n');
}
