/** Repositories at GitHub. */
import { createHash } from 'node:crypto';
import type { Json, JsonObject, Mismatch } from './description.ts';
import { createGithubQueries } from './github-queries.ts';
import type { Repository } from './github-repository.ts';
import { type Answer, type Call, pageOf, readBearer, type SimulatedApi } from './simulated-api.ts';

export interface GithubSeed {
  readonly repositories?: readonly {
    /** Such as `octo/site`. */
    readonly fullName: string;
    readonly private?: boolean;
    readonly defaultBranch?: string;
    /** Besides the default branch. */
    readonly branches?: readonly string[];
    readonly tags?: readonly string[];
    readonly releases?: readonly string[];
    readonly variables?: Readonly<Record<string, string>>;
    /** In the default branch, as text. */
    readonly files?: Readonly<Record<string, string>>;
    /** Without it, the token may only read. */
    readonly mayPush?: boolean;
  }[];
}

const now = '2026-01-30T12:00:00Z';
const site = 'https://github.com';
const api = 'https://api.github.com';
const author = { name: 'Octo Cat', email: 'octocat@example.com', date: now };

export function createGithub(seed: GithubSeed = {}): SimulatedApi {
  const repositories = new Map<string, Repository>();
  let commitCount = 0;
  const commitTo = (repository: Repository, branch: string): string => {
    commitCount += 1;
    const sha = sha1(`${repository.owner}/${repository.name} ${branch} ${commitCount}`);
    repository.commits.add(sha);
    repository.refs.set(`refs/heads/${branch}`, sha);
    return sha;
  };

  for (const [index, each] of (seed.repositories ?? []).entries()) {
    const [owner = '', name = ''] = each.fullName.split('/');
    const defaultBranch = each.defaultBranch ?? 'main';
    const repository: Repository = {
      ...{ id: index + 1, owner, name, isPrivate: each.private ?? true, defaultBranch },
      ...{ mayPush: each.mayPush ?? true, releases: each.releases ?? [] },
      ...{ refs: new Map(), commits: new Set(), files: new Map() },
      variables: new Map(
        Object.entries(each.variables ?? {}).map(([key, value]) => [
          key.toUpperCase(),
          { value, created: now },
        ]),
      ),
    };
    const files = Object.entries(each.files ?? {});
    for (const branch of [defaultBranch, ...(each.branches ?? [])]) {
      commitTo(repository, branch);
      repository.files.set(
        branch,
        new Map(files.map(([path, text]) => [path, Buffer.from(text).toString('base64')])),
      );
    }
    for (const tag of each.tags ?? []) {
      repository.refs.set(`refs/tags/${tag}`, repository.refs.get(`refs/heads/${defaultBranch}`) ?? '');
    }
    repositories.set(each.fullName.toLowerCase(), repository);
  }

  /** Names of owners, repositories and variables are compared without case. */
  const inRepository =
    (then: (repository: Repository, call: Call) => Answer, writes = false) =>
    (call: Call): Answer => {
      const name = `${call.path['owner']}/${call.path['repo']}`.toLowerCase();
      const repository = repositories.get(name);
      if (repository === undefined) return notFound();
      if (!writes || repository.mayPush) return then(repository, call);
      return fail(403, 'Resource not accessible by personal access token');
    };
  const writing = (then: (repository: Repository, call: Call) => Answer) => inRepository(then, true);

  const getRef = inRepository((repository, { path }) => {
    const ref = `refs/${path['ref']}`;
    const sha = repository.refs.get(ref);
    return sha === undefined ? notFound() : { status: 200, body: showRef(repository, ref, sha) };
  });

  const createRef = writing((repository, { body }) => {
    const { ref, sha } = body as { readonly ref: string; readonly sha: string };
    if (repository.refs.has(ref)) return fail(422, 'Reference already exists');
    if (!repository.commits.has(sha)) return fail(422, 'Object does not exist');
    repository.refs.set(ref, sha);
    const origin = [...repository.refs].find(([name, each]) => each === sha && name !== ref)?.[0];
    const branch = /^refs\/heads\/(.+)$/.exec(ref)?.[1];
    if (branch !== undefined) {
      repository.files.set(branch, new Map(repository.files.get(origin?.replace('refs/heads/', '') ?? '')));
    }
    const shown = showRef(repository, ref, sha);
    return { status: 201, body: shown, headers: { Location: String(shown['url']) } };
  });

  const deleteRef = writing((repository, { path }) => {
    const ref = `refs/${path['ref']}`;
    if (ref === `refs/heads/${repository.defaultBranch}`) {
      return fail(422, 'Cannot delete the default branch');
    }
    if (!repository.refs.delete(ref)) return fail(422, 'Reference does not exist');
    repository.files.delete(ref.replace('refs/heads/', ''));
    return { status: 204 };
  });

  const createVariable = writing((repository, { body }) => {
    const { name, value } = body as { readonly name: string; readonly value: string };
    const key = name.toUpperCase();
    if (repository.variables.has(key)) return fail(409, 'Already exists - Variable already exists');
    repository.variables.set(key, { value, created: now });
    return { status: 201, body: {} };
  });

  const withVariable = (writes: boolean, then: (repository: Repository, key: string, call: Call) => Answer) =>
    inRepository((repository, call) => {
      const key = String(call.path['name']).toUpperCase();
      return repository.variables.has(key) ? then(repository, key, call) : notFound();
    }, writes);

  const updateVariable = withVariable(true, ({ variables }, key, { body }) => {
    const before = variables.get(key);
    const { name = key, value = before?.value ?? '' } = body as {
      readonly name?: string;
      readonly value?: string;
    };
    const newKey = name.toUpperCase();
    if (newKey !== key && variables.has(newKey)) return fail(409, 'Already exists - Variable already exists');
    variables.delete(key);
    variables.set(newKey, { value, created: before?.created ?? now });
    return { status: 204 };
  });

  /** The files of the branch that a call names, or of the default branch. */
  const filesOf = (repository: Repository, branch: Json | undefined) => {
    const name = String(branch ?? repository.defaultBranch).replace(/^refs\/heads\//, '');
    return { branch: name, files: repository.files.get(name) };
  };

  const getContents = inRepository((repository, { path, query }) => {
    const content = filesOf(repository, query['ref']).files?.get(String(path['path']));
    if (content === undefined) return notFound();
    return {
      status: 200,
      body: { ...showFile(repository, String(path['path']), content), content, encoding: 'base64' },
    };
  });

  const putContents = writing((repository, { path, body }) => {
    const { content, sha, message, branch } = body as Readonly<Record<string, string>>;
    const file = String(path['path']);
    const found = filesOf(repository, branch);
    if (found.files === undefined) return fail(404, `Branch ${found.branch} not found`);
    const before = found.files.get(file);
    if (before !== undefined && sha === undefined)
      return fail(422, 'Invalid request.\n\n"sha" wasn\'t supplied.');
    if (sha !== undefined && (before === undefined || blobSha(before) !== sha)) {
      return fail(409, `${file} does not match ${sha}`);
    }
    const bare = (content ?? '').replace(/\n/g, '');
    found.files.set(file, bare);
    const commit = showCommit(repository, commitTo(repository, found.branch), message ?? '');
    return {
      status: before === undefined ? 201 : 200,
      body: { content: showFile(repository, file, bare), commit },
    };
  });

  const deleteContents = writing((repository, { path, body }) => {
    const { sha, message, branch } = body as Readonly<Record<string, string>>;
    const file = String(path['path']);
    const found = filesOf(repository, branch);
    if (found.files === undefined) return fail(404, `Branch ${found.branch} not found`);
    const before = found.files.get(file);
    if (before === undefined) return notFound();
    if (blobSha(before) !== sha) return fail(409, `${file} does not match ${sha}`);
    found.files.delete(file);
    const commit = showCommit(repository, commitTo(repository, found.branch), message ?? '');
    return { status: 200, body: { content: null, commit } };
  });

  const queries = createGithubQueries((name) => repositories.get(name.toLowerCase()));

  return {
    readToken: (authorization) => readBearer(authorization) ?? /^token (\S+)$/i.exec(authorization)?.[1],
    objections: { query: queries.objections },
    perform: {
      query: queries.answer,
      getRepository: inRepository((repository) => ({ status: 200, body: showRepository(repository) })),
      listBranches: inRepository((repository, call) => {
        const heads = [...repository.refs].filter(([ref]) => ref.startsWith('refs/heads/'));
        const shown = call.query['protected'] === true ? [] : heads;
        const body = pageOf(shown, call).map(([ref, sha]) => ({
          name: ref.slice('refs/heads/'.length),
          commit: { sha, url: `${addressOf(repository)}/commits/${sha}` },
          protected: false,
        }));
        return { status: 200, body };
      }),
      listReleases: inRepository((repository, call) => ({
        status: 200,
        body: pageOf(repository.releases, call).map((tag, index) => showRelease(repository, tag, index)),
      })),
      getRef,
      createRef,
      deleteRef,
      listVariables: inRepository(({ variables }, call) => ({
        status: 200,
        body: {
          total_count: variables.size,
          variables: pageOf([...variables.keys()], call).map((key) => showVariable(variables, key)),
        },
      })),
      createVariable,
      getVariable: withVariable(false, ({ variables }, key) => ({
        status: 200,
        body: showVariable(variables, key),
      })),
      updateVariable,
      deleteVariable: withVariable(true, ({ variables }, key) => {
        variables.delete(key);
        return { status: 204 };
      }),
      getContents,
      putContents,
      deleteContents,
    },
    refuse: {
      unauthenticated: (authorization) =>
        fail(401, authorization === undefined ? 'Requires authentication' : 'Bad credentials'),
      unknownPath: notFound,
      unknownMethod: notFound,
      malformedJson: () => fail(400, 'Problems parsing JSON'),
      invalid,
      failed: (status) => fail(status, status === 404 ? 'Not Found' : `Failure with status ${status}`),
    },
    snapshot: () => ({
      repositories: Object.fromEntries(
        [...repositories.values()].map(({ owner, name, refs, variables, files }) => [
          `${owner}/${name}`,
          {
            refs: [...refs.keys()].sort(),
            variables: Object.fromEntries([...variables].map(([key, { value }]) => [key, value])),
            files: Object.fromEntries([...files].map(([branch, each]) => [branch, Object.fromEntries(each)])),
          },
        ]),
      ),
    }),
  };
}

function fail(status: number, message: string): Answer {
  return {
    status,
    body: { message, documentation_url: 'https://docs.github.com/rest', status: String(status) },
  };
}

function notFound(): Answer {
  return fail(404, 'Not Found');
}

function invalid(mismatches: readonly Mismatch[]): Answer {
  const [header] = mismatches.filter(({ where }) => where === 'header');
  if (header?.field === 'User-Agent') {
    const message =
      'Request forbidden by administrative rules. Please make sure your request has a User-Agent header.';
    return { ...fail(403, message) };
  }
  if (header?.field === 'Accept') {
    return fail(415, "Unsupported 'Accept' header. Must accept 'application/json'.");
  }
  if (header !== undefined) return fail(400, `${header.field} is not supported`);
  const told = mismatches.map(({ field, keyword, message }) => {
    if (keyword === 'required') return `"${field}" wasn't supplied.`;
    if (keyword === 'additionalProperties') return `"${field}" is not a permitted key.`;
    return `For '${field}', ${message}.`;
  });
  return fail(422, `Invalid request.\n\n${told.join('\n')}`);
}

function sha1(text: string): string {
  return createHash('sha1').update(text).digest('hex');
}

/** As git computes it. */
function blobSha(content: string): string {
  const bytes = Buffer.from(content, 'base64');
  return createHash('sha1').update(`blob ${bytes.length}\0`).update(bytes).digest('hex');
}

function addressOf({ owner, name }: Repository): string {
  return `${api}/repos/${owner}/${name}`;
}

function showRepository(repository: Repository): JsonObject {
  const { id, owner, name, isPrivate, defaultBranch, mayPush } = repository;
  return {
    ...{ id, node_id: `R_${id}`, name, full_name: `${owner}/${name}`, private: isPrivate },
    owner: { login: owner, id: 1, type: 'User' },
    ...{ html_url: `${site}/${owner}/${name}`, clone_url: `${site}/${owner}/${name}.git` },
    ...{ ssh_url: `git@github.com:${owner}/${name}.git`, url: addressOf(repository), description: null },
    ...{ fork: false, archived: false, disabled: false, default_branch: defaultBranch },
    visibility: isPrivate ? 'private' : 'public',
    permissions: { admin: mayPush, push: mayPush, pull: true },
  };
}

function showRef(repository: Repository, ref: string, sha: string): JsonObject {
  const address = `${addressOf(repository)}/git`;
  return {
    ...{ ref, node_id: `REF_${sha1(ref).slice(0, 12)}`, url: `${address}/${ref}` },
    object: { type: 'commit', sha, url: `${address}/commits/${sha}` },
  };
}

function showRelease(repository: Repository, tag: string, index: number): JsonObject {
  const { owner, name, defaultBranch } = repository;
  return {
    ...{ id: index + 1, tag_name: tag, target_commitish: defaultBranch, name: tag, body: null, draft: false },
    ...{ prerelease: false, created_at: now, published_at: now, assets: [] },
    ...{
      html_url: `${site}/${owner}/${name}/releases/tag/${tag}`,
      url: `${addressOf(repository)}/releases/${index + 1}`,
    },
  };
}

function showVariable(variables: Repository['variables'], key: string): JsonObject {
  const { value = '', created = now } = variables.get(key) ?? {};
  return { name: key, value, created_at: created, updated_at: now };
}

function showFile(repository: Repository, path: string, content: string): JsonObject {
  const sha = blobSha(content);
  const url = `${addressOf(repository)}/contents/${encodeURI(path)}`;
  const html = `${site}/${repository.owner}/${repository.name}/blob/${repository.defaultBranch}/${encodeURI(path)}`;
  return {
    ...{
      type: 'file',
      name: path.split('/').at(-1) ?? '',
      path,
      sha,
      url,
      html_url: html,
      download_url: null,
    },
    size: Buffer.from(content, 'base64').length,
    git_url: `${addressOf(repository)}/git/blobs/${sha}`,
    _links: { self: url, html },
  };
}

function showCommit(repository: Repository, sha: string, message: string): JsonObject {
  const address = `${addressOf(repository)}/git`;
  const tree = sha1(`tree ${sha}`);
  return {
    ...{ sha, url: `${address}/commits/${sha}`, message, author, committer: author, parents: [] },
    html_url: `${site}/${repository.owner}/${repository.name}/commit/${sha}`,
    tree: { sha: tree, url: `${address}/trees/${tree}` },
  };
}
