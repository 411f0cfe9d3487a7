/** A server that executes any GraphQL schema with random values, by the reference implementation. */
import {
  buildSchema,
  type GraphQLFieldResolver,
  type GraphQLOutputType,
  type GraphQLSchema,
  graphql,
  isAbstractType,
  isEnumType,
  isListType,
  isNonNullType,
  isScalarType,
} from 'graphql';
import type { Json } from '../../../src/expression/index.ts';
import type { Random } from '../../../src/testing/index.ts';
import { startLocalServer } from '../../servers/local-server.ts';

export interface ReceivedCall {
  /** `query`, `mutation`. */
  readonly operation: string;
  readonly field: string;
  readonly args: Json;
}

export interface GraphqlServer {
  /** With a path that ends with a slash. */
  readonly url: string;
  readonly schema: GraphQLSchema;
  /** Fields of the root types that were resolved, since the last time. */
  readonly takeCalls: () => readonly ReceivedCall[];
  readonly close: () => Promise<void>;
}

export async function startGraphqlServer(sdl: string, random: Random): Promise<GraphqlServer> {
  const schema = buildSchema(sdl);
  let calls: ReceivedCall[] = [];
  const fieldResolver: GraphQLFieldResolver<unknown, unknown> = (_source, args, _context, info) => {
    if (info.path.prev === undefined) {
      const received = JSON.parse(JSON.stringify(args)) as Json;
      calls.push({ operation: info.operation.operation, field: info.fieldName, args: received });
    }
    return makeValue(schema, info.returnType, random);
  };
  const server = await startLocalServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    if (request.method !== 'POST' || request.url !== '/graphql/?v=1') {
      response.writeHead(404).end('{}');
      return;
    }
    const { query, variables, operationName } = JSON.parse(Buffer.concat(chunks).toString('utf8'));
    const result = await graphql({
      schema,
      source: query,
      variableValues: variables,
      operationName,
      fieldResolver,
    });
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(result));
  });
  return {
    url: `${server.url}/graphql/?v=1`,
    schema,
    takeCalls: () => {
      const taken = calls;
      calls = [];
      return taken;
    },
    close: () => server.close(),
  };
}

function makeValue(schema: GraphQLSchema, type: GraphQLOutputType, random: Random): unknown {
  if (isNonNullType(type)) return makeValue(schema, type.ofType as GraphQLOutputType, random);
  if (isListType(type)) return [0, 1].map(() => makeValue(schema, type.ofType, random));
  if (isEnumType(type)) return random.pick(type.getValues()).value;
  if (isAbstractType(type)) return { __typename: random.pick(schema.getPossibleTypes(type)).name };
  if (!isScalarType(type)) return {};
  const scalars: { readonly [name: string]: unknown } = { Int: 7, Float: 1.5, Boolean: true, ID: 'id-1' };
  return scalars[type.name] ?? 'text';
}
