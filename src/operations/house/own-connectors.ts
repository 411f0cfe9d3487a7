/** The connectors that Signalbox brings itself. */
import {
  type AllowedAddresses,
  createBuiltInConnector,
  createHttpClient,
  createHttpConnector,
} from '../../connectors/index.ts';
import type { Clock, Connector, Redactor, SecretKeeper } from '../../runtime/index.ts';

export interface OwnConnectorsOptions {
  readonly allowed: AllowedAddresses;
  readonly clock: Clock;
  readonly secrets: SecretKeeper;
  readonly redactor: Redactor;
  readonly version: string;
}

export function createOwnConnectors(options: OwnConnectorsOptions): readonly Connector[] {
  const { allowed, clock, secrets, redactor, version } = options;
  const client = createHttpClient({ allowed });
  return [
    createHttpConnector({ client, secrets, redactor, version, now: () => clock.now() }),
    createBuiltInConnector({ clock }),
  ];
}
