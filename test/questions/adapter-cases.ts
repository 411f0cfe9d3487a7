/** What is answered for the three adapters that perform operations, and the requests that are expected then. */
import { type ApiServer, startApiServer } from './api-server.ts';
import type { JsonObject } from './apis/description.ts';
import { copyOf } from './flow-server.ts';

export interface AdapterCase {
  readonly name: 'hetzner' | 'github' | 'argocd';
  start(): Promise<ApiServer>;
  /** A copy of its document that calls this server. */
  copy(api: ApiServer): Promise<string>;
  /** Values of the secrets, by name. */
  readonly secrets: Readonly<Record<string, string>>;
  /** Other texts that neither an error nor a timeline may show. */
  readonly hidden: readonly string[];
  readonly answers: Readonly<Record<string, string | boolean>>;
  /** In the order of the questions. */
  readonly questions: readonly string[];
  readonly operations: readonly AdapterOperation[];
  /** What exists then, as far as it matters. */
  readonly made: JsonObject;
}

export interface AdapterOperation {
  readonly id: string;
  /** Ids of resources are `#`. */
  readonly request: string;
  readonly undo: string | null;
}

/** As `AdapterOperation` has it. */
export const requestsOf = ({ requests }: Pick<ApiServer, 'requests'>): readonly string[] =>
  requests.map(({ method, path, query }) => {
    const shown = new URLSearchParams(query as Record<string, string>).toString();
    return `${method} ${path.replace(/\/\d+(?=\/|$)/g, '/#')}${shown === '' ? '' : `?${shown}`}`;
  });

const repository = 'https://github.com/acme/Platform';
const repos = '/repos/Acme/platform';

const variable = (id: string, name: string): AdapterOperation => ({
  id,
  request: `POST ${repos}/actions/variables`,
  undo: `DELETE ${repos}/actions/variables/${name}`,
});

const hetznerToken = 'token-of-the-hetzner-project';
const githubToken = 'token-of-the-github-app';
const password = 'password-of-the-argo-admin';
const session = 'session-of-the-argo-admin';

export const adapterCases: readonly AdapterCase[] = [
  {
    name: 'hetzner',
    start: () =>
      startApiServer('hetzner', {
        token: hetznerToken,
        seed: { servers: [{ name: 'node-1', labels: { cluster: 'signalbox' } }, { name: 'other' }] },
      }),
    copy: ({ url }) => copyOf('adapters/hetzner.yaml', { 'https://api.hetzner.cloud/v1': url }),
    secrets: { HETZNER_API_TOKEN: hetznerToken, HETZNER_DNS_TOKEN: 'token-of-the-hetzner-dns' },
    hidden: [],
    answers: {
      'hetzner.api_token': '$HETZNER_API_TOKEN',
      'hetzner.server_ips': '192.0.2.10, 192.0.2.11',
      'hetzner.hetzner_dns_token': '$HETZNER_DNS_TOKEN',
      'hetzner.rescue_mode_confirm': false,
    },
    questions: ['api_token', 'server_ips', 'hetzner_dns_token', 'version', 'rescue_mode_confirm'],
    operations: [
      { id: 'hetzner.check_token', request: 'GET /v1/servers?per_page=1', undo: null },
      { id: 'hetzner.create_network', request: 'POST /v1/networks', undo: 'DELETE /v1/networks/#' },
      { id: 'hetzner.create_firewall', request: 'POST /v1/firewalls', undo: 'DELETE /v1/firewalls/#' },
      {
        id: 'hetzner.apply_firewall',
        request: 'POST /v1/firewalls/#/actions/apply_to_resources',
        undo: 'POST /v1/firewalls/#/actions/remove_from_resources',
      },
    ],
    made: {
      networks: [
        {
          name: 'signalbox-cluster',
          ip_range: '10.0.0.0/16',
          labels: { cluster: 'signalbox' },
          subnets: [{ type: 'cloud', network_zone: 'eu-central', ip_range: '10.0.1.0/24' }],
        },
      ],
      firewalls: [
        {
          name: 'signalbox-cluster',
          rules: [null, '80', '443', '6443', '50000-50001'].map((port) => ({
            direction: 'in',
            protocol: port === null ? 'icmp' : 'tcp',
            ...(port === null ? {} : { port }),
          })),
          // Of the two servers, the one with the label.
          applied_to: [
            {
              label_selector: { selector: 'cluster=signalbox' },
              applied_to_resources: [{ type: 'server', server: { id: 1001 } }],
            },
          ],
        },
      ],
    },
  },
  {
    name: 'github',
    start: () =>
      startApiServer('github', {
        token: githubToken,
        seed: {
          repositories: [
            { fullName: 'Acme/platform', variables: { OTHER: '1' } },
            { fullName: 'acme/tenants', defaultBranch: 'trunk' },
          ],
        },
      }),
    copy: ({ url }) => copyOf('adapters/github.yaml', { 'https://api.github.com': url }),
    secrets: { GITHUB_TOKEN: githubToken },
    hidden: [],
    answers: {
      'github.github_app_id': '4711',
      'github.github_app_installation_id': '1234567',
      'github.github_token': '$GITHUB_TOKEN',
      'github.control_plane_repo_url': repository,
      'github.data_plane_repo_url': 'https://github.com/acme/tenants',
    },
    questions: [
      'github_app_id',
      'github_app_installation_id',
      'github_token',
      'control_plane_repo_url',
      'data_plane_repo_url',
    ],
    operations: [
      { id: 'github.find_repositories', request: 'POST /graphql', undo: null },
      {
        id: 'github.create_branch',
        request: `POST ${repos}/git/refs`,
        undo: `DELETE ${repos}/git/refs/heads/platform-manifests`,
      },
      variable('github.create_app_variable', 'PLATFORM_APP_ID'),
      variable('github.create_installation_variable', 'PLATFORM_APP_INSTALLATION_ID'),
      variable('github.create_tenants_variable', 'TENANTS_REPOSITORY'),
    ],
    made: {
      repositories: {
        'Acme/platform': {
          refs: ['refs/heads/main', 'refs/heads/platform-manifests'],
          variables: {
            OTHER: '1',
            PLATFORM_APP_ID: '4711',
            PLATFORM_APP_INSTALLATION_ID: '1234567',
            TENANTS_REPOSITORY: 'acme/tenants',
          },
        },
        'acme/tenants': { refs: ['refs/heads/trunk'], variables: {} },
      },
    },
  },
  {
    name: 'argocd',
    start: () => startApiServer('argocd', { token: session, seed: { password } }),
    // The namespace is a part of the address, as in the cluster.
    copy: ({ port }) =>
      copyOf('adapters/argocd.yaml', {
        [`https://argocd-server.\${argocd.namespace}.svc`]: `http://127.0.0.\${argocd.namespace}:${port}`,
      }),
    secrets: { ARGOCD_ADMIN_PASSWORD: password },
    hidden: [session],
    answers: {
      'argocd.namespace': '1',
      'argocd.control_plane_repo_url': repository,
      'argocd.control_plane_repo_branch': 'release',
      'argocd.overlay_environment': 'preview',
      'argocd.admin_password': '$ARGOCD_ADMIN_PASSWORD',
    },
    questions: [
      'version',
      'namespace',
      'control_plane_repo_url',
      'control_plane_repo_branch',
      'overlay_environment',
      'admin_password',
      'mode',
    ],
    operations: [
      { id: 'argocd.check_server', request: 'GET /api/version', undo: null },
      { id: 'argocd.login', request: 'POST /api/v1/session', undo: null },
      {
        id: 'argocd.create_project',
        request: 'POST /api/v1/projects',
        undo: 'DELETE /api/v1/projects/platform',
      },
      {
        id: 'argocd.create_root_application',
        request: 'POST /api/v1/applications',
        undo: 'DELETE /api/v1/applications/platform-root?cascade=false',
      },
    ],
    made: {
      projects: [
        { metadata: { name: 'default' } },
        { metadata: { name: 'platform' }, spec: { sourceRepos: [repository] } },
      ],
      applications: [
        {
          metadata: { name: 'platform-root', labels: { environment: 'preview', mode: 'production' } },
          spec: {
            project: 'platform',
            source: {
              repoURL: repository,
              targetRevision: 'release',
              path: 'platform/generated/argocd/overlays/preview',
            },
            destination: { server: 'https://kubernetes.default.svc', namespace: '1' },
            syncPolicy: { automated: { prune: true, selfHeal: true } },
          },
        },
      ],
    },
  },
];
