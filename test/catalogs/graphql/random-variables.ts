/** Values for the arguments of a GraphQL field, at random, by the reference implementation's own schema. */
import {
  type GraphQLArgument,
  type GraphQLInputType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
} from 'graphql';
import type { Json } from '../../../src/expression/index.ts';
import type { Random } from '../../../src/testing/index.ts';

/** Texts that would mean something if they became a part of the document. */
const texts = ['plain', '") { secret } #', '"""', '$x', '\\', '}\nmutation M { secret }', 'grüße 東京', ''];

export function randomVariables(
  args: readonly GraphQLArgument[],
  random: Random,
): { readonly [name: string]: Json } {
  return Object.fromEntries(
    args.flatMap(({ name, type, defaultValue }) => {
      const isRequired = isNonNullType(type) && defaultValue === undefined;
      return isRequired || random.chance(0.6) ? [[name, randomValue(present(type), random, 0)]] : [];
    }),
  );
}

/** Null is no value for an argument. */
const present = (type: GraphQLInputType): GraphQLInputType =>
  isNonNullType(type) ? (type.ofType as GraphQLInputType) : type;

function randomValue(given: GraphQLInputType, random: Random, depth: number): Json {
  const type = present(given);
  if (depth > 0 && !isNonNullType(given) && (depth > 3 || random.chance(0.2))) return null;
  if (isListType(type))
    return Array.from({ length: depth > 3 ? 0 : random.between(0, 2) }, () =>
      randomValue(type.ofType, random, depth + 1),
    );
  if (isEnumType(type)) return random.pick(type.getValues()).name;
  if (isInputObjectType(type)) {
    const fields = Object.values(type.getFields());
    if (type.isOneOf) {
      const { name, type: of } = random.pick(fields);
      return { [name]: randomValue(of, random, 0) };
    }
    return Object.fromEntries(
      fields.flatMap(({ name, type: of, defaultValue }) => {
        const isRequired = isNonNullType(of) && defaultValue === undefined;
        if (!isRequired && (depth > 2 || random.chance(0.5))) return [];
        return [[name, randomValue(of, random, depth + 1)]];
      }),
    );
  }
  if (type.name === 'Int') return random.between(-5, 2_000_000_000);
  if (type.name === 'Float') return random.between(-5, 50) / 4;
  if (type.name === 'Boolean') return random.chance(0.5);
  if (type.name === 'ID') return random.chance(0.5) ? 'id-1' : 12;
  return random.pick(texts);
}
