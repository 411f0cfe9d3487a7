/** Question flows that come with the program, by id: every caller can begin them. */
import { text as hetznerSetup } from './examples/hetzner-setup.yaml';

export const shippedFlows: ReadonlyMap<string, string> = new Map([['hetzner-setup', hetznerSetup]]);
