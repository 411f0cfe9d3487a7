/** An Argo CD server, asked by its administrator. */
import { randomUUID } from 'node:crypto';
import type { Json, JsonObject } from './description.ts';
import { selects } from './label-selector.ts';
import { type Answer, type Call, hasSameJson, readBearer, type SimulatedApi } from './simulated-api.ts';

export interface ArgocdSeed {
  /** Of the person who signs in; default: `admin` and `password`. */
  readonly username?: string;
  readonly password?: string;
  readonly projects?: readonly { readonly metadata: { readonly name: string }; readonly spec: JsonObject }[];
  readonly repositories?: readonly { readonly repo: string }[];
}

const clusterAddress = 'https://kubernetes.default.svc';
const now = '2026-01-30T12:00:00Z';
const everything: JsonObject = {
  sourceRepos: ['*'],
  destinations: [{ server: '*', namespace: '*' }],
  clusterResourceWhitelist: [{ group: '*', kind: '*' }],
};
/** Of gRPC. */
const codes = {
  unknown: 2,
  invalidArgument: 3,
  notFound: 5,
  permissionDenied: 7,
  internal: 13,
  unauthenticated: 16,
};

export function createArgocd(token: string, seed: ArgocdSeed = {}): SimulatedApi {
  const username = seed.username ?? 'admin';
  const password = seed.password ?? 'password';
  const projects = new Map<string, JsonObject>();
  const repositories = new Map<string, JsonObject>();
  const applications = new Map<string, JsonObject>();

  const stored = (wanted: JsonObject, status: JsonObject): JsonObject => ({
    metadata: {
      ...(wanted['metadata'] as JsonObject),
      ...{
        namespace: 'argocd',
        uid: randomUUID(),
        resourceVersion: '1',
        generation: 1,
        creationTimestamp: now,
      },
    },
    spec: wanted['spec'] ?? {},
    status,
  });
  const nameOf = (object: JsonObject): string => String((object['metadata'] as JsonObject)['name']);
  const specOf = (object: JsonObject | undefined): JsonObject => (object?.['spec'] ?? {}) as JsonObject;
  const items = (list: readonly Json[]): Answer => ({ status: 200, body: { metadata: {}, items: list } });
  const done: Answer = { status: 200, body: {} };

  const createProject = ({ body }: Call): Answer => {
    const { project: wanted, upsert } = body as { readonly project: JsonObject; readonly upsert?: boolean };
    const before = projects.get(nameOf(wanted));
    if (before !== undefined && upsert !== true) {
      return hasSameJson(specOf(before), specOf(wanted))
        ? { status: 200, body: before }
        : differs('existing project spec is different, use upsert flag to force update');
    }
    const project = before === undefined ? stored(wanted, {}) : { ...before, spec: specOf(wanted) };
    projects.set(nameOf(wanted), project);
    return { status: 200, body: project };
  };

  const withProject = (call: Call, then: (project: JsonObject) => Answer): Answer => {
    const project = projects.get(String(call.path['name']));
    return project === undefined
      ? fail(404, codes.notFound, `appprojects.argoproj.io "${call.path['name']}" not found`)
      : then(project);
  };

  const deleteProject = (call: Call): Answer => {
    const name = String(call.path['name']);
    if (name === 'default') return differs("name 'default' is reserved and cannot be deleted");
    return withProject(call, () => {
      const inside = [...applications.values()].filter((each) => specOf(each)['project'] === name).length;
      if (inside > 0) return differs(`project is referenced by ${inside} applications`);
      projects.delete(name);
      return done;
    });
  };

  const showRepository = ({
    repo = '',
    type = 'git',
    name,
    project,
    username: user,
  }: JsonObject): JsonObject => ({
    ...{ repo, type },
    ...(name === undefined ? {} : { name }),
    ...(project === undefined ? {} : { project }),
    ...(user === undefined ? {} : { username: user }),
    connectionState: { status: 'Successful', message: '', attemptedAt: now },
  });

  const createRepository = ({ body, query }: Call): Answer => {
    const wanted = body as JsonObject;
    const key = addressOf(wanted['repo']);
    const before = repositories.get(key);
    if (before !== undefined && query['upsert'] !== true && !hasSameJson(before, wanted)) {
      return differs('existing repository spec is different; use upsert flag to force update');
    }
    repositories.set(key, wanted);
    const { repo = '', type = '', name = '' } = wanted;
    return { status: 200, body: { repo, type, name } };
  };

  const withRepository = (call: Call, then: (key: string, repository: JsonObject) => Answer): Answer => {
    const key = addressOf(call.path['repo']);
    const repository = repositories.get(key);
    return repository === undefined ? denied() : then(key, repository);
  };

  const createApplication = ({ body, query }: Call): Answer => {
    const wanted = body as JsonObject;
    const name = nameOf(wanted);
    const refused = query['validate'] === false ? undefined : objection(wanted);
    if (refused !== undefined) return refused;
    const before = applications.get(name);
    if (before !== undefined && query['upsert'] !== true) {
      return hasSameJson(specOf(before), specOf(wanted)) && hasSameJson(marksOf(before), marksOf(wanted))
        ? { status: 200, body: before }
        : differs('existing application spec is different, use upsert flag to force update');
    }
    const application = stored(wanted, { health: { status: 'Missing' }, sync: { status: 'OutOfSync' } });
    applications.set(name, application);
    return { status: 200, body: application };
  };

  /** What the project of an application does not permit, or undefined. */
  const objection = (application: JsonObject): Answer | undefined => {
    const spec = specOf(application);
    const projectName = String(spec['project'] || 'default');
    const project = projects.get(projectName);
    if (project === undefined) {
      return differs(`app is not allowed in project "${projectName}", or the project does not exist`);
    }
    const invalid = (reason: string): Answer =>
      differs(`application spec for ${nameOf(application)} is invalid: InvalidSpecError: ${reason}`);
    const { sourceRepos = [], destinations = [] } = specOf(project);
    const sources = [spec['source'], spec['sources']]
      .flat()
      .filter((each) => each !== undefined) as JsonObject[];
    for (const { repoURL, path, chart, ref } of sources) {
      if (path === undefined && chart === undefined && ref === undefined) {
        return invalid('spec.source.path or spec.source.chart is required');
      }
      if (!(sourceRepos as readonly string[]).some((each) => matches(each, addressOf(repoURL)))) {
        return invalid(`application repo ${repoURL} is not permitted in project '${projectName}'`);
      }
    }
    const { server, name, namespace = '' } = spec['destination'] as JsonObject;
    const isKnown = name === undefined ? server === clusterAddress : name === 'in-cluster';
    if (!isKnown) return invalid(`cluster "${name ?? server}" not found`);
    const isPermitted = (destinations as readonly JsonObject[]).some(
      (each) =>
        (each['server'] === undefined
          ? matches(String(each['name']), 'in-cluster')
          : matches(String(each['server']), clusterAddress)) &&
        matches(String(each['namespace'] ?? ''), String(namespace)),
    );
    if (isPermitted) return undefined;
    return invalid(
      `application destination server '${clusterAddress}' and namespace '${namespace}' do not match any of the allowed destinations in project '${projectName}'`,
    );
  };

  const withApplication = (call: Call, then: (name: string, application: JsonObject) => Answer): Answer => {
    const name = String(call.path['name']);
    const application = applications.get(name);
    const given = [call.query['project'] ?? []].flat();
    const isElsewhere = given.length > 0 && !given.includes(specOf(application)['project'] ?? null);
    if (application !== undefined && !isElsewhere) return then(name, application);
    // The existence of an application is hidden from those who do not say in which project it is.
    return given.length === 0
      ? denied()
      : fail(404, codes.notFound, `applications.argoproj.io "${name}" not found`);
  };

  const listApplications = ({ query }: Call): Answer => {
    const inProjects = [query['projects'] ?? [], query['project'] ?? []].flat(2);
    return items(
      [...applications.values()].filter(
        (each) =>
          (query['name'] === undefined || nameOf(each) === query['name']) &&
          (query['selector'] === undefined || selects(String(query['selector']), labelsOf(each))) &&
          (inProjects.length === 0 || inProjects.includes(specOf(each)['project'] ?? null)),
      ),
    );
  };

  const context = { path: {}, query: {}, isAuthenticated: true };
  const initial = [{ metadata: { name: 'default' }, spec: everything }, ...(seed.projects ?? [])];
  for (const project of initial) createProject({ ...context, body: { project } });
  for (const body of seed.repositories ?? []) createRepository({ ...context, body });

  return {
    readToken: readBearer,
    perform: {
      createSession: ({ body }) => {
        const sent = body as JsonObject;
        return sent['username'] === username && sent['password'] === password
          ? { status: 200, body: { token } }
          : fail(401, codes.unauthenticated, 'Invalid username or password');
      },
      getUserInfo: ({ isAuthenticated }) => ({
        status: 200,
        body: isAuthenticated ? { loggedIn: true, username, iss: 'argocd' } : {},
      }),
      getVersion: ({ isAuthenticated }) => ({
        status: 200,
        body: {
          Version: 'v3.1.0+1a2b3c4',
          ...(isAuthenticated ? { BuildDate: now, Compiler: 'gc', Platform: 'linux/amd64' } : {}),
        },
      }),
      listProjects: ({ query }) =>
        items(
          [...projects.values()].filter(
            (each) => query['name'] === undefined || nameOf(each) === query['name'],
          ),
        ),
      createProject,
      getProject: (call) => withProject(call, (body) => ({ status: 200, body })),
      deleteProject,
      listRepositories: ({ query }) =>
        items(
          [...repositories.values()]
            .filter(
              (each) => query['repo'] === undefined || addressOf(each['repo']) === addressOf(query['repo']),
            )
            .map(showRepository),
        ),
      createRepository,
      getRepository: (call) =>
        withRepository(call, (_, repository) => ({ status: 200, body: showRepository(repository) })),
      deleteRepository: (call) =>
        withRepository(call, (key) => {
          repositories.delete(key);
          return done;
        }),
      listApplications,
      createApplication,
      getApplication: (call) => withApplication(call, (_, body) => ({ status: 200, body })),
      deleteApplication: (call) =>
        withApplication(call, (name) => {
          applications.delete(name);
          return done;
        }),
      listClusters: ({ query }) => {
        const cluster = { server: clusterAddress, name: 'in-cluster' };
        const isMeant = (['server', 'name'] as const).every(
          (field) => query[field] === undefined || query[field] === cluster[field],
        );
        const connectionState = { status: 'Successful', message: '', attemptedAt: now };
        return items(isMeant ? [{ ...cluster, config: {}, connectionState, serverVersion: '1.34' }] : []);
      },
    },
    refuse: {
      unauthenticated: (authorization) =>
        authorization === undefined
          ? fail(401, codes.unauthenticated, 'no session information')
          : fail(401, codes.unauthenticated, 'invalid session: token is malformed'),
      unknownPath: () => fail(404, codes.notFound, 'Not Found'),
      unknownMethod: () => fail(501, 12, 'Method Not Allowed'),
      malformedJson: () => differs('invalid character in the body'),
      invalid: (mismatches) =>
        differs(mismatches.map(({ where, field, message }) => `${where} ${field} ${message}`).join('; ')),
      failed: (status) => fail(status, codeOf.get(status) ?? codes.unknown, `failure with status ${status}`),
    },
    snapshot: () => ({
      projects: [...projects.values()],
      repositories: [...repositories.values()].map(showRepository),
      applications: [...applications.values()],
    }),
  };
}

const codeOf = new Map([
  [400, codes.invalidArgument],
  [401, codes.unauthenticated],
  [403, codes.permissionDenied],
  [404, codes.notFound],
  [409, 6],
  [429, 8],
  [500, codes.internal],
  [503, 14],
  [504, 4],
]);

function fail(status: number, code: number, message: string): Answer {
  return { status, body: { error: message, code, message } };
}

function differs(message: string): Answer {
  return fail(400, codes.invalidArgument, message);
}

function denied(): Answer {
  return fail(403, codes.permissionDenied, 'permission denied');
}

function labelsOf(application: JsonObject): Readonly<Record<string, string>> {
  const { labels = {} } = application['metadata'] as JsonObject;
  return labels as Readonly<Record<string, string>>;
}

function marksOf(application: JsonObject): JsonObject {
  const { labels = {}, annotations = {}, finalizers = [] } = application['metadata'] as JsonObject;
  return { labels, annotations, finalizers };
}

/** Addresses that only differ in this are those of one repository. */
function addressOf(address: Json | undefined): string {
  return String(address)
    .toLowerCase()
    .replace(/\/$/, '')
    .replace(/\.git$/, '');
}

function matches(pattern: string, text: string): boolean {
  const escaped = addressOf(pattern)
    .replace(/[.+?^${}()|[\]\\]/g, '\\$&')
    .replaceAll('*', '.*');
  return new RegExp(`^${escaped}$`).test(text);
}
