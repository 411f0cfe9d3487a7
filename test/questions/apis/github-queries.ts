/** The GraphQL of GitHub: repositories by name or by address. */
import { type Json, type JsonObject, readDescription } from './description.ts';
import type { Repository } from './github-repository.ts';
import {
  answerQuery,
  checkQuery,
  type GraphqlObject,
  type GraphqlProblem,
  type GraphqlRequest,
  type GraphqlSchema,
} from './graphql-api.ts';
import type { Answer, Call } from './simulated-api.ts';

type Find = (fullName: string) => Repository | undefined;

export function createGithubQueries(find: Find) {
  const schema = readSchema();
  const check = ({ body }: Call) => checkQuery(schema, body as unknown as GraphqlRequest);
  return {
    objections(call: Call): readonly string[] {
      const read = check(call);
      return 'selections' in read ? [] : read.map(({ message }) => `the query is wrong: ${message}`);
    },
    answer(call: Call): Answer {
      const read = check(call);
      if (!('selections' in read)) return { status: 200, body: { errors: read.map(showProblem) } };
      const errors: JsonObject[] = [];
      const report = (error: JsonObject) => void errors.push(error);
      const { variables } = call.body as unknown as GraphqlRequest;
      const data = answerQuery(read, rootOf(find, report), variables);
      return { status: 200, body: errors.length === 0 ? { data } : { data, errors } };
    },
  };
}

function readSchema(): GraphqlSchema {
  const part = (value: Json | undefined, name: string): Json | undefined =>
    (value as JsonObject | undefined)?.[name];
  const path = ['paths', '/graphql', 'post', 'x-graphql-schema'];
  return path.reduce<Json | undefined>(part, readDescription('github')) as unknown as GraphqlSchema;
}

function rootOf(find: Find, report: (error: JsonObject) => void): GraphqlObject {
  const repositoryNamed = (name: string): GraphqlObject | null => {
    const repository = find(name);
    return repository === undefined ? null : repositoryObject(repository);
  };
  return {
    type: 'Query',
    fields: {
      // An address where nothing is, or nothing that the token may read, is no error.
      resource: ({ url }) =>
        repositoryNamed(/^https:\/\/github\.com\/([^/]+\/[^/]+?)(\.git)?\/?$/i.exec(String(url))?.[1] ?? ''),
      repository: ({ owner, name }) => {
        const found = repositoryNamed(`${owner}/${name}`);
        const message = `Could not resolve to a Repository with the name '${owner}/${name}'.`;
        if (found === null) report({ type: 'NOT_FOUND', path: ['repository'], message });
        return found;
      },
    },
  };
}

function repositoryObject({ id, owner, name, isPrivate, defaultBranch, refs }: Repository): GraphqlObject {
  return {
    type: 'Repository',
    fields: {
      id: () => `R_${id}`,
      name: () => name,
      nameWithOwner: () => `${owner}/${name}`,
      url: () => `https://github.com/${owner}/${name}`,
      resourcePath: () => `/${owner}/${name}`,
      isPrivate: () => isPrivate,
      defaultBranchRef: () => refObject(refs, `refs/heads/${defaultBranch}`),
      ref: ({ qualifiedName }) => refObject(refs, String(qualifiedName)),
    },
  };
}

function refObject(refs: Repository['refs'], ref: string): GraphqlObject | null {
  const sha = refs.get(ref);
  if (sha === undefined) return null;
  const [, prefix = '', name = ''] = /^(refs\/[^/]+\/)(.+)$/.exec(ref) ?? [];
  const commit: GraphqlObject = {
    type: 'Commit',
    fields: { id: () => `C_${sha}`, oid: () => sha, abbreviatedOid: () => sha.slice(0, 7) },
  };
  return {
    type: 'Ref',
    fields: { id: () => `REF_${ref}`, name: () => name, prefix: () => prefix, target: () => commit },
  };
}

function showProblem({ message, at, extensions }: GraphqlProblem): JsonObject {
  return { message, locations: [{ line: at.line, column: at.column }], extensions };
}
