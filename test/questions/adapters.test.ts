/** The adapters that come with the program, and the two example flows. */
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import type { Json, Tree } from '../../src/expression/index.ts';
import { createMatcher } from '../../src/expression/index.ts';
import { parseDocument } from '../../src/languages/document/parse-document.ts';
import { createReporter } from '../../src/languages/document/reporter.ts';
import { fillArguments } from '../../src/languages/questions/arguments.ts';
import { combineAdapters } from '../../src/languages/questions/combine-adapters.ts';
import {
  type DeferredOperation,
  type Flow,
  isSensitive,
  operationsOf,
  type Question,
  statesOf,
} from '../../src/languages/questions/flow.ts';
import { missingCapabilities, orderAdapters } from '../../src/languages/questions/order-adapters.ts';
import { beginning, decide } from '../../src/languages/questions/progress.ts';
import { type Adapter, readAdapter } from '../../src/languages/questions/read-adapter.ts';
import { contentOf, readQuestions } from '../../src/languages/questions/read-questions.ts';
import { sampleOfQuestion } from '../../src/languages/questions/samples.ts';
import { problemOfValue } from '../../src/languages/questions/validate-answer.ts';

const folder = fileURLToPath(new URL('../../src/languages/questions/', import.meta.url));
const namesIn = (part: string): readonly string[] =>
  readdirSync(`${folder}${part}`)
    .filter((name) => name.endsWith('.yaml'))
    .sort();
const read = (path: string) => {
  const text = readFileSync(`${folder}${path}`, 'utf8');
  return { text, ...readQuestions({ path, text }, { operations: null }) };
};
const flowOf = ({ workflows: [workflow] }: ReturnType<typeof readQuestions>): Flow => {
  if (workflow === undefined) throw new Error('There is no flow.');
  return contentOf(workflow).flow;
};

/** The number of inputs of each adapter. */
const inputs = {
  agent_gateway: 4,
  agent_sandbox: 4,
  argocd: 7,
  cert_manager: 4,
  cilium: 3,
  cluster_api: 6,
  cnpg: 3,
  crossplane: 5,
  external_dns: 4,
  gateway_api: 5,
  github: 5,
  hetzner: 5,
  keda: 3,
  ksops: 5,
  local_path_provisioner: 3,
  nats: 5,
  talos: 5,
};
const names = Object.keys(inputs);
const read17 = new Map(names.map((name) => [name, read(`adapters/${name}.yaml`)]));
const resultOf = (name: string): ReturnType<typeof read> => read17.get(name) ?? read(`adapters/${name}.yaml`);
const flows = new Map(names.map((name) => [name, flowOf(resultOf(name))]));
const questions: readonly Question[] = [...flows.values()].flatMap((flow) =>
  statesOf(flow).map(({ question }) => question),
);
const operations: readonly DeferredOperation[] = [...flows.values()].flatMap(operationsOf);
const questionNamed = (id: string): Question => {
  const found = questions.find((question) => question.id === id);
  if (found === undefined) throw new Error(`There is no question ${id}.`);
  return found;
};

const occasion = { at: Date.UTC(2026, 2, 1), effort: { left: 1_000_000_000 } };
const isValid = (question: Question, value: Json, values: { readonly [id: string]: Json } = {}): boolean =>
  problemOfValue(question, value, { ...occasion, values, choices: undefined }) === null;

describe('the documents', () => {
  test('[Q7.1] there are 17 adapters without errors, with 76 inputs', () => {
    expect(namesIn('adapters')).toEqual(names.map((name) => `${name}.yaml`));
    for (const name of names) {
      const { violations, warnings, workflows } = resultOf(name);
      expect([name, violations, warnings]).toEqual([name, [], []]);
      expect(workflows[0]?.program).not.toBeNull();
    }
    const counted = [...flows].map(([name, flow]) => [name, statesOf(flow).length]);
    expect(Object.fromEntries(counted)).toEqual(inputs);
    expect(questions).toHaveLength(76);
  });

  test('[Q7.1] every question is named after its adapter, and has a sentence that asks', () => {
    for (const [name, flow] of flows) {
      for (const { question } of statesOf(flow)) {
        expect(question.id.startsWith(`${name}.`)).toBe(true);
        expect(question.prompt).toMatch(/^[A-Z].*\?$/);
        if (question.helpText !== '') expect(question.helpText.trim()).toBe(question.helpText);
      }
    }
  });

  test('[Q7.1] passwords are secrets with a variable; nothing else is', () => {
    expect(questions.filter(isSensitive).map(({ id, secrets }) => [id, secrets])).toEqual([
      ['argocd.admin_password', ['ARGOCD_ADMIN_PASSWORD']],
      ['github.github_token', ['GITHUB_TOKEN']],
      ['hetzner.api_token', ['HETZNER_API_TOKEN']],
      ['hetzner.hetzner_dns_token', ['HETZNER_DNS_TOKEN']],
      ['ksops.s3_access_key', ['S3_ACCESS_KEY']],
      ['ksops.s3_secret_key', ['S3_SECRET_KEY']],
    ]);
    for (const { helpText, secrets } of questions.filter(isSensitive))
      expect(helpText).toContain(`$${secrets[0]}`);
  });

  test('[Q7.1] versions are choices, and the proposed version is one of them', () => {
    const versions = questions.filter(({ id }) => id.endsWith('version'));
    expect(versions).toHaveLength(12);
    for (const { id, type, rules, default: proposed } of versions)
      expect([id, type, rules.choices]).toEqual([id, 'choice', expect.arrayContaining([String(proposed)])]);
  });

  test('[Q7.1] choices that a call returns have others in their place, should it fail', () => {
    const dynamic = questions.filter(({ choicesFrom }) => choicesFrom !== null);
    expect(dynamic.map(({ id }) => id)).toEqual([
      'external_dns.version',
      'local_path_provisioner.version',
      'nats.version',
    ]);
    for (const { rules, choicesFrom } of dynamic) {
      expect(rules.choices?.length).toBeGreaterThan(0);
      expect(choicesFrom).toMatchObject({ operation: 'http', value: expect.any(String) });
    }
  });
});

describe('mistakes', () => {
  const first = 'name: x, prompt: Which?, type';
  test.each([
    [`{ ${first}: string, when: true }`, /^“when” is not allowed here: .*Move another input before it/],
    [`{ ${first}: integer, optional: true }`, /^“optional” is not allowed .* type integer cannot/],
    [`{ ${first}: boolean, optional: true }`, /^“optional” is not allowed .* type boolean cannot/],
    [`{ ${first}: password, optional: true }`, /^“optional” is not allowed .* type password cannot/],
  ])('[Q1.1] the input %s is reported once, at the key', (input, message) => {
    const text = `adapter: a\nversion: 1.0.0\ninputs:\n  - ${input}\n  - { name: y, prompt: Which?, type: string, when: true }\n`;
    const { violations } = readQuestions({ path: 'a.yaml', text }, { operations: null });
    expect(violations).toEqual([
      expect.objectContaining({
        ...{ rule: 'misplaced-key', line: 4, column: 5 + input.search(/when|optional/) },
        message: expect.stringMatching(message),
      }),
    ]);
  });

  test('[Q1.1] a name that is no text is reported once', () => {
    const text = 'adapter: []\nversion: 1.0.0\ninputs: [{ name: x, prompt: Which?, type: string }]\n';
    const { violations } = readQuestions({ path: 'a.yaml', text }, { operations: null });
    expect(violations.map(({ rule }) => rule)).toEqual(['wrong-type']);
  });
});

describe('answers', () => {
  /** Answers to all questions that have a rule, those without a proposed answer first. */
  const examples: {
    readonly [id: string]: { readonly good: readonly Json[]; readonly bad: readonly Json[] };
  } = {
    'agent_gateway.image_tag': { good: ['latest', 'v1.2.0'], bad: ['a:b', '-x', 'a b'] },
    'agent_gateway.namespace': { good: ['platform-agent-gateway'], bad: ['agent_gateway', '-a', 'A'] },
    'agent_gateway.domain': { good: ['agents.example.com'], bad: ['https://example.com', 'example', '.com'] },
    'agent_sandbox.image_registry': {
      good: ['us-central1-docker.pkg.dev/k8s-staging-images/agent-sandbox', 'localhost:5000/a'],
      bad: ['https://ghcr.io/a', 'ghcr.io', 'ghcr.io/a:1', 'ghcr.io//a'],
    },
    'agent_sandbox.image_tag': { good: ['latest-main'], bad: ['', 'a/b'] },
    'agent_sandbox.namespace': { good: ['agent-sandbox-system'], bad: ['agent_sandbox-system'] },
    'argocd.namespace': { good: ['argocd'], bad: ['argocd.svc', 'argocd/', 'x'.repeat(64)] },
    'argocd.control_plane_repo_url': {
      good: ['https://github.com/acme/platform', 'https://github.com/acme/platform.github.io'],
      bad: [
        'https://github.com/acme/platform.git',
        'https://github.com/acme/platform/',
        'https://github.com/acme',
        'http://github.com/acme/platform',
        'https://github.com.example.com/acme/platform',
        'x https://github.com/acme/platform',
      ],
    },
    'argocd.control_plane_repo_branch': { good: ['main', 'release/1.0'], bad: ['-f', 'a b', '/main'] },
    'cert_manager.namespace': { good: ['cert-manager'], bad: ['cert_manager'] },
    'cilium.bgp_asn': { good: [64512, 4294967295], bad: [0, 4294967296, '64512', 1.5] },
    'cluster_api.control_plane_machine_type': { good: ['cpx31'], bad: ['CPX31', 'cpx 31', 'a'] },
    'cluster_api.control_plane_replicas': { good: [1, 3, 9], bad: [0, 2, 11] },
    'cluster_api.worker_pool_name': { good: ['default', 'gpu-1'], bad: ['1a', 'a-', 'a_b'] },
    'cluster_api.worker_pool_machine_type': { good: ['ax41-nvme'], bad: ['ax41_nvme', ''] },
    'cluster_api.worker_pool_min_size': { good: [0, 1], bad: [-1, 1001] },
    'cluster_api.worker_pool_max_size': { good: [1, 5], bad: [0, 1001] },
    'cnpg.namespace': { good: ['cnpg-system'], bad: ['cnpg system'] },
    'crossplane.namespace': { good: ['crossplane-system'], bad: ['Crossplane'] },
    'crossplane.providers': {
      good: ['kubernetes', 'kubernetes,aws', 'aws, hetzner'],
      bad: ['azure', 'kubernetes,', 'kubernetes aws', 'kubernetes,azure'],
    },
    'external_dns.namespace': { good: ['external-dns'], bad: ['external_dns'] },
    'gateway_api.domain': {
      good: ['example.com', 'a.b.example.co'],
      bad: ['example.com/', '-a.com', 'a..com'],
    },
    'gateway_api.email': { good: ['admin@example.com'], bad: ['admin', 'admin@example', 'a b@example.com'] },
    'github.github_app_id': { good: ['123456'], bad: ['0', '12a', ' 12', '-1'] },
    'github.github_app_installation_id': { good: ['51234567'], bad: ['x51234567', '1.5'] },
    'github.control_plane_repo_url': {
      good: ['https://github.com/acme/platform', 'https://github.com/acme/digit'],
      bad: ['https://github.com/acme/platform.git', 'git@github.com:acme/platform', 'acme/platform'],
    },
    'github.data_plane_repo_url': {
      good: ['https://github.com/acme/tenants'],
      bad: ['https://github.com/acme/tenants.git', 'https://github.com/acme/tenants?x'],
    },
    'hetzner.server_ips': {
      good: ['192.168.1.1', '192.168.1.1,192.168.1.2', '10.0.0.1, 255.255.255.255'],
      bad: ['999.1.1.1', '1.1.1.256', '1.1.1', '1.1.1.1,', '1.1.1.1 2.2.2.2', '1.1.1.1.1', 'a1.1.1.1'],
    },
    'keda.namespace': { good: ['keda'], bad: ['keda.'] },
    'ksops.s3_endpoint': {
      good: ['https://fsn1.your-objectstorage.com', 'https://s3.example.com:9000'],
      bad: ['http://s3.example.com', 'https://s3.example.com/path', 'https://localhost', 'fsn1'],
    },
    'ksops.s3_region': { good: ['fsn1', 'eu-central-1'], bad: ['eu central', 'EU', '-a'] },
    'ksops.s3_bucket_name': {
      good: ['acme-keys', 'abc'],
      bad: ['ab', 'Acme', 'acme-', 'a'.repeat(64), 'a.b'],
    },
    'local_path_provisioner.namespace': { good: ['local-path-storage'], bad: ['local_path'] },
    'nats.namespace': { good: ['nats'], bad: ['NATS'] },
    'nats.jetstream_file_store_size': { good: ['10Gi', '500Mi'], bad: ['10', '0Gi', '10GB', '10Gi '] },
    'nats.jetstream_memory_store_size': { good: ['1Gi'], bad: ['1.5Gi', 'Gi', '-1Gi'] },
    'talos.factory_image_id': {
      good: ['a'.repeat(64)],
      bad: ['a'.repeat(63), 'g'.repeat(64), 'A'.repeat(64)],
    },
    'talos.cluster_name': { good: ['kube-prod'], bad: ['kube_prod', '-kube', 'Kube'] },
    'talos.cluster_endpoint': {
      good: ['192.0.2.10:6443', '10.0.0.1:65535'],
      bad: ['192.0.2.10', '999.0.2.10:6443', '192.0.2.10:65536', '192.0.2.10:0', 'x192.0.2.10:6443'],
    },
    'talos.nodes': {
      good: ['[{"name": "cp01", "ip": "192.0.2.10", "role": "controlplane"}]'],
      bad: ['[{]', 'cp01', ''],
    },
  };

  test('[Q7.1] every rule accepts what it is meant for, and refuses the rest', () => {
    const checked = questions.filter(
      ({ type, rules }) =>
        rules.regex !== null || rules.rule !== null || rules.format !== null || type === 'integer',
    );
    expect(Object.keys(examples)).toEqual(checked.map(({ id }) => id));
    for (const [id, { good, bad }] of Object.entries(examples)) {
      const question = questionNamed(id);
      expect([id, good.filter((value) => !isValid(question, value))]).toEqual([id, []]);
      expect([id, bad.filter((value) => isValid(question, value))]).toEqual([id, []]);
    }
  });

  test('[Q7.1] every regular expression is anchored, so a line before or after an answer is refused', () => {
    const patterns = questions.flatMap(({ id, rules: { regex } }) => (regex === null ? [] : [{ id, regex }]));
    expect(patterns.length).toBeGreaterThan(20);
    for (const { id, regex } of patterns) {
      expect(regex).toMatch(/^\^.*\$$/);
      const matcher = createMatcher(regex);
      const good = String(examples[id]?.good[0]);
      for (const text of [`${good}\n`, `\n${good}`, `x\n${good}`, `${good}\nx`, `<${good}>`, `${good}<`])
        expect([id, text, matcher.kind === 'matcher' && matcher.isFoundIn(text)]).toEqual([id, text, false]);
    }
  });

  test('[Q7.1] every proposed answer and every sample is valid', () => {
    for (const question of questions) {
      const { id, default: proposed } = question;
      if (proposed !== null) expect([id, isValid(question, proposed)]).toEqual([id, true]);
      expect([id, isValid(question, sampleOfQuestion(question))]).toEqual([id, true]);
    }
  });

  test('[Q7.1] rules compare answers, and say what is wrong', () => {
    const problem = (id: string, value: Json, values: { readonly [id: string]: Json }) =>
      problemOfValue(questionNamed(id), value, { ...occasion, values, choices: undefined })?.message;
    const most = 'cluster_api.worker_pool_max_size';
    expect(problem(most, 2, { 'cluster_api.worker_pool_min_size': 3 })).toBe(
      'The maximum must not be smaller than the minimum.',
    );
    expect(problem(most, 3, { 'cluster_api.worker_pool_min_size': 3 })).toBeUndefined();
    expect(problem('cluster_api.control_plane_replicas', 4, {})).toMatch(/^Use an odd number\./);
    expect(problem('github.control_plane_repo_url', 'https://github.com/acme/platform.git', {})).toBe(
      'Leave out .git at the end of the address.',
    );
  });

  test('[Q7.1] the region follows from an address of Hetzner, and is asked for any other', () => {
    const regionOf = (endpoint: string) =>
      decide(
        { ...beginning, values: { 'ksops.s3_endpoint': endpoint } },
        questionNamed('ksops.s3_region'),
        {},
        occasion,
      )?.value ?? null;
    expect(['fsn1', 'nbg1', 'hel1'].map((at) => regionOf(`https://${at}.your-objectstorage.com`))).toEqual([
      'fsn1',
      'nbg1',
      'hel1',
    ]);
    expect(regionOf('https://s3.eu-central-1.amazonaws.com')).toBeNull();
  });

  test('[Q7.1] the number of the autonomous system is asked only if BGP is on', () => {
    const [, enabled] = statesOf(flows.get('cilium') ?? flowOf(resultOf('cilium')));
    expect(enabled?.exits).toEqual([
      { to: 2, condition: expect.objectContaining({ kind: expect.any(String) }) },
      { to: null, condition: null },
    ]);
  });
});

/** The arguments of http. */
const httpArguments = ['url', 'method', 'headers', 'query', 'body', 'timeout'];
const fieldsOf = (args: Tree): ReadonlyMap<string, Tree> =>
  new Map(args.kind === 'object' ? args.fields.map(({ key, value }) => [key, value]) : []);
const methodOf = (args: Tree): Json => {
  const method = fieldsOf(args).get('method');
  return method?.kind === 'literal' ? (method.value as Json) : 'GET';
};

describe('operations', () => {
  test('[Q7.1] every adapter has operations, or a sentence that says why it has none', () => {
    const acting = names.filter((name) => operationsOf(flows.get(name) ?? flowOf(resultOf(name))).length > 0);
    expect(acting).toEqual(['argocd', 'github', 'hetzner']);
    for (const name of names) {
      const [workflow] = resultOf(name).workflows;
      const reason = workflow === undefined ? '' : (contentOf(workflow).adapter?.noOperations ?? '');
      if (acting.includes(name)) expect(reason).toBe('');
      else expect(reason).toMatch(/^[A-Z][^.]*, so Signalbox performs no operations\.$/);
    }
  });

  test('[Q7.1] every call is an http call with arguments that http has, and gives up in time', () => {
    for (const { id, undo, ...call } of operations) {
      for (const { operation, args } of [call, ...(undo === null ? [] : [undo])]) {
        expect([id, operation]).toEqual([id, 'http']);
        const keys = [...fieldsOf(args).keys()];
        expect(keys.filter((key) => !httpArguments.includes(key))).toEqual([]);
        expect(keys).toEqual(expect.arrayContaining(['url', 'timeout']));
      }
    }
  });

  test('[Q7.1] what creates something can be undone', () => {
    const lasting = operations.filter(({ args }) => methodOf(args) !== 'GET');
    const final = lasting.filter(({ undo }) => undo === null).map(({ id }) => id);
    // The first begins a session that ends by time, the second reads: GitHub accepts queries only in a body.
    expect(final).toEqual(['argocd.login', 'github.find_repositories']);
    expect(lasting).toHaveLength(11);
  });

  const answers: { readonly [id: string]: Json } = {
    ...Object.fromEntries(questions.map((question) => [question.id, sampleOfQuestion(question)])),
    'argocd.namespace': 'gitops',
    'argocd.control_plane_repo_url': 'https://github.com/acme/platform',
    'github.control_plane_repo_url': 'https://github.com/acme/platform',
    'github.data_plane_repo_url': 'https://github.com/acme/tenants',
    'github.github_app_id': '12',
  };
  /** What the APIs return, as far as later calls use it. */
  const results: { readonly [operation: string]: Json } = {
    'argocd.login': { status: 200, body: { token: 'session' } },
    'github.find_repositories': {
      status: 200,
      body: {
        data: {
          platform: {
            nameWithOwner: 'Acme/platform',
            defaultBranchRef: { name: 'main', target: { oid: 'c0ffee' } },
          },
          tenants: { nameWithOwner: 'Acme/tenants' },
        },
      },
    },
    'hetzner.create_network': { status: 201, body: { network: { id: 7 } } },
    'hetzner.create_firewall': { status: 201, body: { firewall: { id: 9 } } },
  };
  const sensitive = questions.filter(isSensitive).map(({ id }) => id);
  const argumentsOf = (args: Tree, operation: string) =>
    fillArguments(
      { args, sensitive },
      (name) =>
        name === 'operations'
          ? results
          : name === 'result'
            ? (results[operation] ?? { status: 200, body: {} })
            : answers[name],
      occasion,
    ) as { readonly [name: string]: Json };
  const sent = (id: string) => {
    const found = operations.find((operation) => operation.id === id);
    if (found === undefined) throw new Error(`There is no operation ${id}.`);
    return argumentsOf(found.args, id);
  };

  test('[Q7.1] these requests are sent, and these undo them', () => {
    const requests = operations.map(({ id, args, undo }) => {
      const text = (tree: Tree) => `${methodOf(tree)} ${argumentsOf(tree, id)['url']}`;
      return [id, text(args), undo === null ? null : text(undo.args)];
    });
    const argo = 'https://argocd-server.gitops.svc/api';
    const github = 'https://api.github.com/repos/Acme/platform';
    const hetzner = 'https://api.hetzner.cloud/v1';
    const variable = (id: string, name: string) => [
      id,
      `POST ${github}/actions/variables`,
      `DELETE ${github}/actions/variables/${name}`,
    ];
    expect(requests).toEqual([
      ['argocd.check_server', `GET ${argo}/version`, null],
      ['argocd.login', `POST ${argo}/v1/session`, null],
      ['argocd.create_project', `POST ${argo}/v1/projects`, `DELETE ${argo}/v1/projects/platform`],
      [
        'argocd.create_root_application',
        `POST ${argo}/v1/applications`,
        `DELETE ${argo}/v1/applications/platform-root`,
      ],
      ['github.find_repositories', 'POST https://api.github.com/graphql', null],
      [
        'github.create_branch',
        `POST ${github}/git/refs`,
        `DELETE ${github}/git/refs/heads/platform-manifests`,
      ],
      variable('github.create_app_variable', 'PLATFORM_APP_ID'),
      variable('github.create_installation_variable', 'PLATFORM_APP_INSTALLATION_ID'),
      variable('github.create_tenants_variable', 'TENANTS_REPOSITORY'),
      ['hetzner.check_token', `GET ${hetzner}/servers`, null],
      ['hetzner.create_network', `POST ${hetzner}/networks`, `DELETE ${hetzner}/networks/7`],
      ['hetzner.create_firewall', `POST ${hetzner}/firewalls`, `DELETE ${hetzner}/firewalls/9`],
      [
        'hetzner.apply_firewall',
        `POST ${hetzner}/firewalls/9/actions/apply_to_resources`,
        `POST ${hetzner}/firewalls/9/actions/remove_from_resources`,
      ],
    ]);
  });

  test('[Q7.1] their bodies have answers and results, and references in place of secrets', () => {
    expect(sent('github.find_repositories')['body']).toEqual({
      query: expect.stringMatching(
        /^query\(\$platform: URI!, \$tenants: URI!\) \{ platform: resource\(url: \$platform\)/,
      ),
      variables: { platform: 'https://github.com/acme/platform', tenants: 'https://github.com/acme/tenants' },
    });
    expect(sent('github.create_branch')['body']).toEqual({
      ref: 'refs/heads/platform-manifests',
      sha: 'c0ffee',
    });
    expect(sent('github.create_app_variable')['body']).toEqual({ name: 'PLATFORM_APP_ID', value: '12' });
    expect(sent('github.create_tenants_variable')['body']).toEqual({
      name: 'TENANTS_REPOSITORY',
      value: 'Acme/tenants',
    });
    expect(sent('argocd.login')['body']).toEqual({
      username: 'admin',
      password: `\${env:ARGOCD_ADMIN_PASSWORD}`,
    });
    expect(sent('argocd.create_project')).toMatchObject({
      headers: { Authorization: 'Bearer session' },
      body: { project: { spec: { sourceRepos: ['https://github.com/acme/platform'] } }, upsert: false },
    });
    expect(sent('argocd.create_root_application')['body']).toMatchObject({
      metadata: { namespace: 'gitops', labels: { environment: 'main', mode: 'production' } },
      spec: {
        project: 'platform',
        source: {
          repoURL: 'https://github.com/acme/platform',
          targetRevision: 'main',
          path: 'platform/generated/argocd/overlays/main',
        },
      },
    });
    expect(sent('hetzner.create_network')['headers']).toEqual({
      Authorization: `Bearer \${env:HETZNER_API_TOKEN}`,
    });
  });
});

describe('together', () => {
  const adapters = names.map((name): Adapter => {
    const source = parseDocument({ path: `${name}.yaml`, text: resultOf(name).text });
    const adapter = source.root === null ? undefined : readAdapter(createReporter(source), source.root);
    if (adapter === undefined) throw new Error(`${name} cannot be read.`);
    return adapter;
  });

  test('[Q7.1] all 17 can be ordered by what they require, and nothing is missing', () => {
    const ordered = orderAdapters(adapters).map(({ name }) => name);
    expect(ordered).toHaveLength(17);
    expect(missingCapabilities(adapters)).toEqual([]);
    const pairs = [
      ['hetzner', 'talos'],
      ['cilium', 'talos'],
      ['talos', 'ksops'],
      ['cluster_api', 'ksops'],
      ['ksops', 'argocd'],
      ['github', 'argocd'],
      ['argocd', 'gateway_api'],
      ['gateway_api', 'agent_gateway'],
      ['hetzner', 'external_dns'],
    ] as const;
    for (const [before, after] of pairs)
      expect([before, after, ordered.indexOf(before) < ordered.indexOf(after)]).toEqual([
        before,
        after,
        true,
      ]);
    // The same in the other direction.
    expect(orderAdapters(adapters.toReversed())).toHaveLength(17);
  });

  test('[Q7.1] one flow asks for all of them, and copies the repository from GitHub to Argo CD', () => {
    const combined = combineAdapters({ texts: names.map((name) => resultOf(name).text) });
    if (combined.kind === 'refused') throw new Error(String(combined.report.message));
    const states = statesOf(contentOf(combined.workflow).flow);
    expect(states).toHaveLength(76);
    const automatic = states.filter(({ question }) => question.automatic !== null);
    expect(automatic.map(({ id }) => id).sort()).toEqual([
      'argocd.control_plane_repo_url',
      'ksops.s3_region',
    ]);
    const argocd = states.find(({ id }) => id === 'argocd.control_plane_repo_url');
    expect(argocd?.question.automatic).toEqual({ kind: 'name', name: 'github.control_plane_repo_url' });
    // Without GitHub, the question is asked.
    expect(questionNamed('argocd.control_plane_repo_url').automatic).toBeNull();
  });
});

describe('the examples', () => {
  test('[Q7.1] they have no errors', () => {
    for (const name of ['backup-setup', 'hetzner-setup']) {
      const { violations, warnings, workflows } = read(`examples/${name}.yaml`);
      expect([name, violations, warnings]).toEqual([name, [], []]);
      expect(workflows[0]?.program).not.toBeNull();
      expect(workflows[0]?.name).toBe(name);
    }
  });

  test('[Q7.1] hetzner-setup asks two questions, then does what the adapter does', () => {
    const flow = flowOf(read('examples/hetzner-setup.yaml'));
    const [token, servers, ...more] = statesOf(flow).map(({ question }) => question);
    if (token === undefined || servers === undefined) throw new Error('There are no questions.');
    expect([token.id, servers.id, more]).toEqual(['hetzner.api_token', 'hetzner.server_ips', []]);
    expect(token.secrets).toEqual(['HETZNER_API_TOKEN']);
    expect(isValid(token, '$HETZNER_API_TOKEN')).toBe(true);
    expect(isValid(token, 'a-token')).toBe(false);
    expect(isValid(servers, '192.168.1.1,192.168.1.2')).toBe(true);
    expect(isValid(servers, '192.168.1.999')).toBe(false);
    const what = ({ id, operation, args, undo }: DeferredOperation) => ({ id, operation, args, undo });
    const ids = ['hetzner.create_network', 'hetzner.create_firewall', 'hetzner.apply_firewall'];
    expect(statesOf(flow)[1]?.operations.map(what)).toEqual(
      operations.filter(({ id }) => ids.includes(id)).map(what),
    );
  });

  test('[Q7.1] backup-setup has every type and no secrets and operations', () => {
    const flow = flowOf(read('examples/backup-setup.yaml'));
    const asked = statesOf(flow).map(({ question }) => question);
    expect(new Set(asked.map(({ type }) => type))).toEqual(
      new Set(['boolean', 'choice', 'string', 'integer']),
    );
    expect(asked.filter(isSensitive)).toEqual([]);
    expect(operationsOf(flow)).toEqual([]);
    expect(flow.levels.map(({ id }) => id)).toEqual(['backup-setup', 'alerts']);
    const named = (id: string): Question => {
      const found = asked.find((question) => question.id === id);
      if (found === undefined) throw new Error(`There is no question ${id}.`);
      return found;
    };
    const problem = problemOfValue(named('full_days'), 31, {
      ...occasion,
      values: { keep_days: 30 },
      choices: undefined,
    });
    expect(problem).toMatchObject({
      rule: 'rule',
      message: expect.stringMatching(/^A full backup must begin/),
    });
    const bucketFor = (values: { readonly [id: string]: Json }) =>
      decide({ ...beginning, values }, named('bucket'), {}, occasion)?.value ?? null;
    expect(bucketFor({ database: 'Shop' })).toBe('shop-backups');
    expect(bucketFor({ database: 'web_shop' })).toBeNull();
    expect(bucketFor({})).toBeNull();
    for (const question of asked)
      expect([question.id, isValid(question, sampleOfQuestion(question))]).toEqual([question.id, true]);
  });
});
