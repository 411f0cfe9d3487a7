/** What Hetzner offers, and a server as it shows it. */
import type { Json } from './description.ts';

export interface Resource {
  readonly id: number;
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly created: string;
  readonly [more: string]: Json;
}

export const created = '2026-01-30T12:00:00Z';
export const locations = (
  [
    [1, 'fsn1', 'Falkenstein DC Park 1', 'DE', 'Falkenstein', 50.47612, 12.370071, 'eu-central'],
    [2, 'nbg1', 'Nuremberg DC Park 1', 'DE', 'Nuremberg', 49.452102, 11.076665, 'eu-central'],
    [3, 'hel1', 'Helsinki DC Park 1', 'FI', 'Helsinki', 60.169855, 24.938379, 'eu-central'],
    [4, 'ash', 'Ashburn, VA', 'US', 'Ashburn, VA', 39.045821, -77.487073, 'us-east'],
  ] as const
).map(([id, name, description, country, city, latitude, longitude, network_zone]) => ({
  ...{ id, name, description, country, city, latitude, longitude, network_zone },
}));
const price = (net: string) => ({ net, gross: net });
export const serverTypes = (
  [
    [114, 'cx23', 2, 4, 40, 'x86'],
    [93, 'cax21', 4, 8, 80, 'arm'],
  ] as const
).map(([id, name, cores, memory, disk, architecture]) => ({
  ...{ id, name, cores, memory, disk, architecture, description: name.toUpperCase(), deprecated: false },
  ...{ storage_type: 'local', cpu_type: 'shared' },
  prices: locations.map((location) => ({
    location: location.name,
    price_hourly: price('0.0060000000'),
    price_monthly: price('3.4900000000'),
  })),
}));

export function newServer(
  base: {
    readonly id: number;
    readonly name: string;
    readonly labels: Resource['labels'];
    readonly created: string;
  },
  status: string,
  locationName: string,
): Resource {
  const location = locations.find(({ name }) => name === locationName);
  if (location === undefined) throw new Error(`There is no location ${locationName}`);
  const ipv4 = { ip: `192.0.2.${base.id % 250}`, blocked: false, dns_ptr: `${base.name}.example.com` };
  return {
    ...base,
    ...{ status, location, public_net: { ipv4, ipv6: null, floating_ips: [] }, private_net: [], volumes: [] },
    ...{ server_type: serverTypes[0] ?? null, image: null, iso: null, rescue_enabled: false, locked: false },
    ...{ backup_window: null, outgoing_traffic: 0, ingoing_traffic: 0, included_traffic: 21_990_232_555_520 },
    ...{ protection: { delete: false, rebuild: false }, load_balancers: [], primary_disk_size: 40 },
  };
}
