/** A project at Hetzner Cloud. */
import { createHash } from 'node:crypto';
import { isInside, type Json, type JsonObject } from './description.ts';
import { created, locations, newServer, type Resource, serverTypes } from './hetzner-catalog.ts';
import { selects } from './label-selector.ts';
import { type Answer, type Call, pageOf, readBearer, type SimulatedApi } from './simulated-api.ts';

export interface HetznerSeed {
  readonly servers?: readonly {
    readonly name: string;
    readonly labels?: Readonly<Record<string, string>>;
    readonly status?: string;
    /** Such as `fsn1`. */
    readonly location?: string;
  }[];
  readonly networks?: readonly { readonly name: string; readonly ip_range: string }[];
  readonly firewalls?: readonly { readonly name: string }[];
  readonly sshKeys?: readonly { readonly name: string; readonly public_key: string }[];
}

type Target = {
  readonly type: 'server' | 'label_selector';
  readonly server?: { readonly id: number };
  readonly label_selector?: { readonly selector: string };
};

const maxFirewallsOfServer = 5;
export function createHetzner(seed: HetznerSeed = {}): SimulatedApi {
  let lastId = 1000;
  const servers = new Map<number, Resource>();
  const networks = new Map<number, Resource>();
  const firewalls = new Map<number, Resource>();
  const sshKeys = new Map<number, Resource>();
  const appliedTo = new Map<number, readonly Target[]>();

  const newId = (): number => {
    lastId += 1;
    return lastId;
  };
  const action = (command: string, resources: readonly JsonObject[]): Json => ({
    ...{ id: newId(), command, status: 'success', started: created, finished: created, progress: 100 },
    ...{ resources, error: null },
  });
  const serversOf = ({ server, label_selector }: Target): readonly Resource[] =>
    [...servers.values()].filter(({ id, labels }) =>
      server === undefined ? selects(label_selector?.selector ?? '', labels) : id === server.id,
    );
  const firewallsOf = (serverId: number): readonly number[] =>
    [...appliedTo].flatMap(([id, targets]) =>
      targets.some((target) => serversOf(target).some((server) => server.id === serverId)) ? [id] : [],
    );

  const showFirewall = (firewall: Resource): Json => ({
    ...firewall,
    applied_to: (appliedTo.get(firewall.id) ?? []).map((target) =>
      target.type === 'server'
        ? target
        : {
            ...target,
            applied_to_resources: serversOf(target).map(({ id }) => ({ type: 'server', server: { id } })),
          },
    ),
  });
  const showServer = (server: Resource): Json => {
    const { public_net, ...rest } = server;
    const applied = firewallsOf(server.id).map((id) => ({ id, status: 'applied' }));
    return { ...rest, public_net: { ...(public_net as JsonObject), firewalls: applied } };
  };

  const list = (
    key: string,
    items: readonly Resource[],
    show: (item: Resource) => Json,
    call: Call,
  ): Answer => {
    const { name, label_selector: selector, status, sort, fingerprint } = call.query;
    const found = items
      .filter((item) => name === undefined || item.name === name)
      .filter((item) => selector === undefined || selects(String(selector), item.labels))
      .filter((item) => status === undefined || (status as readonly Json[]).includes(item['status'] ?? null))
      .filter((item) => fingerprint === undefined || item['fingerprint'] === fingerprint);
    const orders = (sort ?? []) as readonly string[];
    const ordered = found.toSorted((a, b) => {
      for (const order of orders) {
        const [field = 'id', direction] = order.split(':');
        const [left = '', right = ''] = [a[field], b[field]] as readonly (string | number)[];
        if (left !== right) return left < right === (direction === 'desc') ? 1 : -1;
      }
      return 0;
    });
    const [page, perPage] = [Number(call.query['page']), Number(call.query['per_page'])];
    const lastPage = Math.max(1, Math.ceil(found.length / perPage));
    return {
      status: 200,
      body: {
        [key]: pageOf(ordered, call).map(show),
        meta: {
          pagination: {
            ...{ page, per_page: perPage, last_page: lastPage, total_entries: found.length },
            previous_page: page > 1 ? page - 1 : null,
            next_page: page < lastPage ? page + 1 : null,
          },
        },
      },
    };
  };

  const withId = (
    store: Map<number, Resource>,
    kind: string,
    call: Call,
    then: (item: Resource) => Answer,
  ) => {
    const item = store.get(Number(call.path['id']));
    return item === undefined
      ? fail(404, 'not_found', `${kind} with ID '${call.path['id']}' not found`)
      : then(item);
  };
  const remove = (store: Map<number, Resource>, kind: string) => (call: Call) =>
    withId(store, kind, call, ({ id }) => {
      store.delete(id);
      return { status: 204 };
    });
  const isTaken = (store: Map<number, Resource>, field: string, value: Json): boolean =>
    [...store.values()].some((item) => item[field] === value);
  const basics = (body: JsonObject) => ({
    ...{ id: newId(), name: String(body['name']), created },
    labels: (body['labels'] ?? {}) as Readonly<Record<string, string>>,
  });

  const createNetwork = ({ body }: Call): Answer => {
    const wanted = body as JsonObject;
    const range = String(wanted['ip_range']);
    if (isTaken(networks, 'name', wanted['name'] ?? null)) return unique('name', 'name is already used');
    const subnets = (wanted['subnets'] ?? []) as readonly JsonObject[];
    const ranges = subnets.map((subnet, index) => String(subnet['ip_range'] ?? nthSubnet(range, index)));
    for (const [index, each] of ranges.entries()) {
      const overlaps = ranges.slice(0, index).some((other) => isInside(each, other) || isInside(other, each));
      if (!isInside(each, range) || overlaps) {
        return invalidInput([[`subnets.${index}.ip_range`, 'must be in the network and overlap no other']]);
      }
    }
    const network = {
      ...basics(wanted),
      ...{ ip_range: range, routes: wanted['routes'] ?? [], servers: [], load_balancers: [] },
      subnets: subnets.map(({ type = null, network_zone = null, vswitch_id }, index) => ({
        ...{ type, network_zone, ip_range: ranges[index] ?? '', gateway: firstAddress(range) },
        ...(vswitch_id === undefined ? {} : { vswitch_id }),
      })),
      protection: { delete: false },
      expose_routes_to_vswitch: wanted['expose_routes_to_vswitch'] ?? false,
    };
    networks.set(network.id, network);
    return { status: 201, body: { network } };
  };

  /** What stands against applying a firewall, or undefined. */
  const objection = (
    id: number | undefined,
    targets: readonly Target[],
    notFound: number,
  ): Answer | undefined => {
    for (const [index, target] of targets.entries()) {
      const isAgain = (other: Target) => JSON.stringify(other) === JSON.stringify(target);
      if (targets.slice(0, index).some(isAgain)) {
        return fail(422, 'server_already_added', 'server was added more than once');
      }
      if (target.type === 'server' && serversOf(target).length === 0) {
        return fail(notFound, 'firewall_resource_not_found', 'firewall resource not found');
      }
      if (id !== undefined && appliedTo.get(id)?.some(isAgain)) {
        return fail(422, 'firewall_already_applied', 'firewall is already applied to the resource');
      }
      if (serversOf(target).some((server) => firewallsOf(server.id).length >= maxFirewallsOfServer)) {
        return fail(403, 'resource_limit_exceeded', 'firewall limit of the server exceeded');
      }
    }
    return undefined;
  };
  const apply = (id: number, targets: readonly Target[]): readonly Json[] => {
    appliedTo.set(id, [...(appliedTo.get(id) ?? []), ...targets]);
    return targets.map((target) =>
      action('apply_firewall', [
        { id, type: 'firewall' },
        ...serversOf(target).map((server) => ({ id: server.id, type: 'server' })),
      ]),
    );
  };

  const createFirewall = ({ body }: Call): Answer => {
    const wanted = body as JsonObject;
    if (isTaken(firewalls, 'name', wanted['name'] ?? null)) return unique('name', 'name is already used');
    const targets = (wanted['apply_to'] ?? []) as unknown as readonly Target[];
    const refused = objection(undefined, targets, 422);
    if (refused !== undefined) return refused;
    const firewall = {
      ...basics(wanted),
      rules: ((wanted['rules'] ?? []) as readonly JsonObject[]).map((rule) => ({
        ...{ port: null, description: null, source_ips: [], destination_ips: [] },
        ...rule,
      })),
    };
    firewalls.set(firewall.id, firewall);
    const actions = [
      action('set_firewall_rules', [{ id: firewall.id, type: 'firewall' }]),
      ...apply(firewall.id, targets),
    ];
    return { status: 201, body: { firewall: showFirewall(firewall), actions } };
  };

  const applyFirewall = (call: Call): Answer =>
    withId(firewalls, 'firewall', call, ({ id }) => {
      const targets = (call.body as JsonObject)['apply_to'] as unknown as readonly Target[];
      return objection(id, targets, 404) ?? { status: 201, body: { actions: apply(id, targets) } };
    });

  const removeFirewall = (call: Call): Answer =>
    withId(firewalls, 'firewall', call, ({ id }) => {
      const targets = (call.body as JsonObject)['remove_from'] as unknown as readonly Target[];
      const before = appliedTo.get(id) ?? [];
      for (const target of targets) {
        if (before.some((each) => JSON.stringify(each) === JSON.stringify(target))) continue;
        const viaSelector = before.some((each) =>
          serversOf(each).some((server) => server.id === target.server?.id),
        );
        if (viaSelector)
          return fail(422, 'firewall_managed_by_label_selector', 'applied via a label selector');
        return fail(404, 'firewall_resource_not_found', 'firewall resource not found');
      }
      const gone = new Set(targets.map((target) => JSON.stringify(target)));
      appliedTo.set(
        id,
        before.filter((each) => !gone.has(JSON.stringify(each))),
      );
      const actions = targets.map(() => action('remove_firewall', [{ id, type: 'firewall' }]));
      return { status: 201, body: { actions } };
    });

  const deleteFirewall = (call: Call): Answer =>
    withId(firewalls, 'firewall', call, ({ id }) => {
      if ((appliedTo.get(id) ?? []).length > 0) {
        return fail(422, 'resource_in_use', `firewall with ID '${id}' is still in use`);
      }
      firewalls.delete(id);
      appliedTo.delete(id);
      return { status: 204 };
    });

  const createSshKey = ({ body }: Call): Answer => {
    const wanted = body as JsonObject;
    const publicKey = String(wanted['public_key']).trim();
    const fingerprint = fingerprintOf(publicKey);
    if (isTaken(sshKeys, 'name', wanted['name'] ?? null))
      return unique('name', 'SSH key name is already used');
    if (isTaken(sshKeys, 'fingerprint', fingerprint)) {
      return unique('public_key', 'SSH key with the same fingerprint already exists');
    }
    const key = { ...basics(wanted), public_key: publicKey, fingerprint };
    sshKeys.set(key.id, key);
    return { status: 201, body: { ssh_key: key } };
  };

  for (const { name, labels = {}, status = 'running', location = 'fsn1' } of seed.servers ?? []) {
    const server = newServer({ id: newId(), name, labels, created }, status, location);
    servers.set(server.id, server);
  }
  const context = { path: {}, query: {}, isAuthenticated: true };
  for (const body of seed.networks ?? []) createNetwork({ ...context, body });
  for (const body of seed.firewalls ?? []) createFirewall({ ...context, body });
  for (const body of seed.sshKeys ?? []) createSshKey({ ...context, body });

  const same = (item: Resource): Json => item;
  const plain = (items: readonly JsonObject[]) => items as unknown as readonly Resource[];
  return {
    readToken: readBearer,
    perform: {
      listServers: (call) => list('servers', [...servers.values()], showServer, call),
      listLocations: (call) => list('locations', plain(locations), same, call),
      listServerTypes: (call) => list('server_types', plain(serverTypes), same, call),
      listNetworks: (call) => list('networks', [...networks.values()], same, call),
      createNetwork,
      getNetwork: (call) =>
        withId(networks, 'network', call, (network) => ({ status: 200, body: { network } })),
      deleteNetwork: remove(networks, 'network'),
      listFirewalls: (call) => list('firewalls', [...firewalls.values()], showFirewall, call),
      createFirewall,
      getFirewall: (call) =>
        withId(firewalls, 'firewall', call, (item) => ({
          status: 200,
          body: { firewall: showFirewall(item) },
        })),
      deleteFirewall,
      applyFirewall,
      removeFirewall,
      listSshKeys: (call) => list('ssh_keys', [...sshKeys.values()], same, call),
      createSshKey,
      deleteSshKey: remove(sshKeys, 'ssh_key'),
    },
    refuse: {
      unauthenticated: () => fail(401, 'unauthorized', 'unable to authenticate'),
      unknownPath: () => fail(404, 'not_found', 'route not found'),
      unknownMethod: () => fail(405, 'method_not_allowed', 'method not allowed'),
      malformedJson: () => fail(400, 'json_error', 'invalid JSON in request'),
      invalid: (mismatches) => invalidInput(mismatches.map(({ field, message }) => [field, message])),
      failed: (status) => fail(status, codes.get(status) ?? 'service_error', `failure with status ${status}`),
    },
    snapshot: () => ({
      servers: [...servers.values()].map(showServer),
      networks: [...networks.values()],
      firewalls: [...firewalls.values()].map(showFirewall),
      ssh_keys: [...sshKeys.values()],
    }),
  };
}

const codes = new Map([
  [400, 'json_error'],
  [401, 'unauthorized'],
  [403, 'forbidden'],
  [404, 'not_found'],
  [409, 'conflict'],
  [422, 'invalid_input'],
  [423, 'locked'],
  [429, 'rate_limit_exceeded'],
  [500, 'server_error'],
  [502, 'bad_gateway'],
  [503, 'resource_unavailable'],
  [504, 'timeout'],
]);

function fail(status: number, code: string, message: string, details: Json = null): Answer {
  return { status, body: { error: { code, message, details } } };
}

function unique(field: string, message: string): Answer {
  return fail(409, 'uniqueness_error', message, { fields: [{ name: field }] });
}

function invalidInput(fields: readonly (readonly [field: string, message: string])[]): Answer {
  const names = fields.map(([field]) => `'${field}'`).join(', ');
  return fail(422, 'invalid_input', `invalid input in fields ${names}`, {
    fields: fields.map(([name, message]) => ({ name, messages: [message] })),
  });
}

function fingerprintOf(publicKey: string): string {
  const bytes = Buffer.from(publicKey.split(' ')[1] ?? '', 'base64');
  return createHash('md5').update(bytes).digest('hex').match(/../g)?.join(':') ?? '';
}

function firstAddress(range: string): string {
  return (range.split('/')[0] ?? '').replace(/\d+$/, (last) => String(Number(last) + 1));
}

function nthSubnet(range: string, index: number): string {
  const [a = 0, b = 0, c = 0] = range.split(/[./]/).map(Number);
  return `${a}.${b}.${c + index}.0/24`;
}
