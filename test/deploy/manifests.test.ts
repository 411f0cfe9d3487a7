/** The container file, the manifests and the units match the program: its settings, routes, verbs and times. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { verbs } from '../../src/cli/verbs.ts';
import { resolveSettings, validate } from '../../src/operations/index.ts';
import { acceptedVariables } from '../../src/operations/settings/accepted-variables.ts';
import { variableName } from '../../src/operations/settings/setting.ts';
import { settingsTable } from '../../src/operations/settings/settings-table.ts';
import { checkServerSecurity } from '../../src/server/auth/check-server-security.ts';
import { httpLimits } from '../../src/server/http/contract/http-limits.ts';
import {
  at,
  deployFolder,
  findManifest,
  instructionWords,
  lastStage,
  listAt,
  readDeployFile,
  readManifests,
  valuesOf,
  variablesIn,
  variablesOfImage,
} from './deploy-files.ts';

const pod = 'spec.template.spec';
const stateful = findManifest('StatefulSet');
const containers = [...listAt(stateful, `${pod}.initContainers`), ...listAt(stateful, `${pod}.containers`)];
const server = listAt(stateful, `${pod}.containers`)[0];
const settingsOfCluster = at(findManifest('ConfigMap', 'signalbox-settings'), 'data') as Record<
  string,
  string
>;
const secretsOfCluster = at(findManifest('Secret', 'signalbox-secrets'), 'stringData') as Record<
  string,
  string
>;
const settingsOfService = variablesIn(readDeployFile('systemd/signalbox.env'));

const environments = [
  ['the image', variablesOfImage()],
  ['the cluster', { ...variablesOfImage(), ...settingsOfCluster, ...secretsOfCluster }],
  ['the service', settingsOfService],
] as const;

test.each(environments)('[F6.2] every variable of %s is a setting, or one of Node.js', (_, variables) => {
  const known = new Set([
    ...Object.values(settingsTable).flatMap((setting) => setting.variables.map(variableName)),
    ...acceptedVariables.map(({ name }) => name),
    'NODE_ENV',
    'NODE_OPTIONS',
  ]);
  expect(Object.keys(variables).length).toBeGreaterThan(4);
  expect(Object.keys(variables).filter((name) => !known.has(name))).toEqual([]);
});

/** Values that operators provide. */
const brought = { SIGNALBOX_PUBLIC_URL: 'https://flows.example.com', SIGNALBOX_PROXIES: '10.0.0.7' };

test.each(environments)('[F6.2] with credentials a server starts with the settings of %s', (_, variables) => {
  const { settings, problems, warnings } = resolveSettings({
    flags: new Map(),
    env: { ...brought, ...variables },
    folder: '/',
  });
  expect([problems, warnings]).toEqual([[], []]);
  expect(settings).toMatchObject({
    mode: 'production',
    data: '/var/lib/signalbox',
    backups: '/var/backups/signalbox',
  });
  expect(checkServerSecurity(settings, true)).toEqual({ isStrict: true, problems: [] });
  expect(checkServerSecurity(settings, false).problems).toHaveLength(1);
});

test('[F6.2] the settings proposed in comments are valid', () => {
  const all = readDeployFile('systemd/signalbox.env').replaceAll(/^#(?=SIGNALBOX_(?:HOST|PORT|TLS))/gm, '');
  const { SIGNALBOX_PROXIES: _proxies, SIGNALBOX_PUBLIC_URL: _url, ...direct } = variablesIn(all);
  const { settings, problems } = resolveSettings({ flags: new Map(), env: direct, folder: '/' });
  expect([problems, checkServerSecurity(settings, true).problems]).toEqual([[], []]);
  expect(settings).toMatchObject({ host: '0.0.0.0', port: 8_443, tlsKey: '/etc/signalbox/tls/key.pem' });
});

test('[F6.2] no secret has a value', () => {
  expect(Object.values(secretsOfCluster)).toEqual(Object.values(secretsOfCluster).map(() => ''));
  expect(listAt(parsedKustomization(), 'resources')).not.toContain('secret.example.yaml');
  expect(Object.keys(settingsOfService).filter((name) => /SECRET|KEYS$/.test(name))).toEqual([]);
});

function parsedKustomization(): unknown {
  return readManifests().find(({ kind }) => kind === 'Kustomization')?.document;
}

test('[F6.2] every manifest is applied, except the template; and references between them resolve', () => {
  const files = readdirSync(new URL('kubernetes/', deployFolder)).sort();
  const others = ['kustomization.yaml', 'secret.example.yaml'];
  expect(listAt(parsedKustomization(), 'resources').toSorted()).toEqual(
    files.filter((file) => !others.includes(file)),
  );
  expect(at(stateful, 'spec.replicas')).toBe(1);
  expect(at(stateful, 'spec.serviceName')).toBe(at(findManifest('Service'), 'metadata.name'));
  const labels = at(stateful, 'spec.template.metadata.labels');
  expect(at(stateful, 'spec.selector.matchLabels')).toEqual(labels);
  expect(at(findManifest('Service'), 'spec.selector')).toEqual(labels);
  expect(at(findManifest('PodDisruptionBudget'), 'spec.selector.matchLabels')).toEqual(labels);
  expect(at(findManifest('NetworkPolicy'), 'spec.podSelector.matchLabels')).toEqual(labels);
  const backend = at(findManifest('Ingress'), 'spec.rules.0.http.paths.0.backend.service');
  expect(backend).toEqual({
    name: 'signalbox',
    port: { name: at(findManifest('Service'), 'spec.ports.0.name') },
  });
  expect(settingsOfCluster['SIGNALBOX_PUBLIC_URL']).toBe(
    `https://${at(findManifest('Ingress'), 'spec.rules.0.host')}`,
  );
  const volumes = [
    ...listAt(stateful, `${pod}.volumes`).map((volume) => at(volume, 'name')),
    ...listAt(stateful, 'spec.volumeClaimTemplates').map((claim) => at(claim, 'metadata.name')),
  ];
  for (const container of containers) {
    for (const mount of listAt(container, 'volumeMounts')) expect(volumes).toContain(at(mount, 'name'));
    for (const source of listAt(container, 'envFrom')) {
      const [kind, path] =
        at(source, 'secretRef') === undefined ? ['ConfigMap', 'configMapRef'] : ['Secret', 'secretRef'];
      expect(findManifest(kind, String(at(source, `${path}.name`)))).toBeDefined();
    }
  }
});

test('[F6.2] ports and folders match the settings, in every file', () => {
  const {
    SIGNALBOX_PORT: port = '',
    SIGNALBOX_DATA: data = '',
    SIGNALBOX_BACKUPS: backups = '',
  } = variablesOfImage();
  expect(lastStage()).toContain(`EXPOSE ${port}`);
  expect(instructionWords('VOLUME')).toEqual([data, backups]);
  expect(lastStage()).toContain(`WORKDIR ${data}`);
  expect(settingsOfCluster).toMatchObject({
    SIGNALBOX_PORT: port,
    SIGNALBOX_DATA: data,
    SIGNALBOX_BACKUPS: backups,
  });
  expect(at(server, 'ports.0')).toEqual({ name: 'http', containerPort: Number(port) });
  expect(at(findManifest('Service'), 'spec.ports.0.targetPort')).toBe('http');
  const mounted = listAt(server, 'volumeMounts').map((mount) => at(mount, 'mountPath'));
  const [, shared] = settingsOfCluster['SIGNALBOX_WORKFLOWS']?.split(':') ?? [];
  expect(mounted).toEqual(expect.arrayContaining([data, backups, shared]));
  expect(`/var/lib/${valuesOf('signalbox.service', 'StateDirectory')[0]}`).toBe(
    settingsOfService['SIGNALBOX_DATA'],
  );
  expect(valuesOf('signalbox.service', 'ReadWritePaths')).toEqual([
    `-${settingsOfService['SIGNALBOX_BACKUPS']}`,
  ]);
});

test('[F6.2] the grace periods are long enough for a shutdown', () => {
  // In addition to requests: calls of operations, calls of connectors, and a reserve.
  const needed = (httpLimits.shutdownGrace + httpLimits.closeTimeout) / 1_000 + 20;
  const before = Number(listAt(server, 'lifecycle.preStop.exec.command')[1]);
  expect(Number(at(stateful, `${pod}.terminationGracePeriodSeconds`))).toBeGreaterThan(needed + before);
  expect(Number(valuesOf('signalbox.service', 'TimeoutStopSec')[0])).toBeGreaterThan(needed);
  expect(lastStage()).toContain('STOPSIGNAL SIGTERM');
});

test('[F6.2] nothing runs as root, only folders are writable, and no unneeded privilege is left', () => {
  expect(lastStage()).toContain('USER node');
  expect(at(stateful, `${pod}.securityContext.runAsNonRoot`)).toBe(true);
  expect(at(stateful, `${pod}.automountServiceAccountToken`)).toBe(false);
  expect(containers.length).toBe(3);
  for (const container of containers) {
    expect(at(container, 'securityContext')).toEqual({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    });
  }
  expect(valuesOf('signalbox.service', 'User')).toEqual(['signalbox']);
  expect(readDeployFile('systemd/signalbox.sysusers')).toMatch(/^u signalbox /m);
});

/** Command lines of the files that start the program, without its name. */
const commandLines = [
  [...instructionWords('ENTRYPOINT').slice(1), ...instructionWords('CMD')].join(' '),
  listAt(server, 'args').join(' '),
  ...[...readDeployFile('kubernetes/statefulset.yaml').matchAll(/^ +signalbox (.+)$/gm)].map(
    ([, line]) => line ?? '',
  ),
  ...['signalbox.service', 'signalbox-backup.service'].flatMap((unit) =>
    valuesOf(unit, 'ExecStart').map((line) => line.split('signalbox.js ')[1] ?? ''),
  ),
];

test.each(commandLines)('[F6.2] the verb and the options of “%s” exist', async (line) => {
  const [verb = '', ...words] = line.split(' ');
  const command = await verbs.get(verb)?.load();
  const options = command?.options.map(({ name }) => name);
  expect(command).toBeDefined();
  expect(words.filter((word) => word.startsWith('--') && options?.includes(word) !== true)).toEqual([]);
});

test('[F6.2] the workflow of the cluster is valid', () => {
  const workflows = at(findManifest('ConfigMap', 'signalbox-workflows'), 'data') as Record<string, string>;
  const files = Object.entries(workflows).map(([path, text]) => ({ path, text }));
  const report = validate({ files, api: null });
  expect(report.files.map(({ violations, warnings }) => [violations, warnings])).toEqual([[[], []]]);
});

const has = (tool: string): boolean =>
  spawnSync(tool, ['--version'], { stdio: 'ignore' }).error === undefined;

test.skipIf(!has('systemd-analyze'))(
  '[F6.2] systemd reports no problem of the units (if it is installed)',
  () => {
    const folder = mkdtempSync(join(tmpdir(), 'signalbox-units-'));
    try {
      const units = readdirSync(new URL('systemd/', deployFolder)).filter((name) =>
        /\.(?:service|timer)$/.test(name),
      );
      expect(units).toHaveLength(3);
      for (const unit of units) {
        // The executable is elsewhere on the target machine.
        const text = readDeployFile(`systemd/${unit}`)
          .replaceAll('/usr/bin/node', process.execPath)
          .replaceAll(/^EnvironmentFile=.*$/gm, '');
        writeFileSync(join(folder, unit), text);
      }
      const paths = units.map((unit) => join(folder, unit));
      const { status, stderr } = spawnSync('systemd-analyze', ['verify', '--man=no', ...paths], {
        encoding: 'utf8',
        env: { ...process.env, SYSTEMD_UNIT_PATH: `${folder}:` },
      });
      const ours = stderr.split('\n').filter((line) => line.includes('signalbox'));
      expect([status, ours]).toEqual([0, []]);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
);

test.skipIf(!has('kubectl'))('[F6.2] kustomize builds the manifests (if it is installed)', () => {
  const folder = fileURLToPath(new URL('kubernetes', deployFolder));
  const { status, stdout, stderr } = spawnSync('kubectl', ['kustomize', folder], { encoding: 'utf8' });
  expect([status, stderr]).toEqual([0, '']);
  expect(stdout).toContain('image: registry.example.com/signalbox:');
});
