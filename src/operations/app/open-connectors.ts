/** Opens all connectors: the configured servers and the built-in ones. */
import {
  createBuiltInConnector,
  createConfiguredConnectors,
  createHttpClient,
  createHttpConnector,
  createSqlConnector,
  type TransformElsewhere,
} from '../../connectors/index.ts';
import { findNearest } from '../../expression/index.ts';
import {
  type Clock,
  type Connector,
  type Connectors,
  createConnectors,
  type Redactor,
  type SecretResolver,
} from '../../runtime/index.ts';
import type { Catalogs } from '../catalog-store/catalogs.ts';
import { presentFields } from '../contract/present-fields.ts';
import type { CatalogOpener } from './open-catalogs.ts';
import type { Configuration } from './read-configuration.ts';

export interface ConnectorsOptions extends Pick<Configuration, 'allowed' | 'connectors' | 'limits'> {
  readonly clock: Clock;
  readonly secrets: SecretResolver;
  readonly redactor: Redactor;
  readonly version: string;
  readonly transform: TransformElsewhere;
  /** The connectors of tenants. Default: none. */
  readonly openCatalogs?: CatalogOpener;
}

export interface OpenedConnectors {
  readonly connectors: Connectors;
  /** Built-in connectors. */
  readonly builtIn: readonly Connector[];
  readonly catalogs: Catalogs | undefined;
}

export function openConnectors(options: ConnectorsOptions): OpenedConnectors {
  const { allowed, limits, clock, secrets, redactor, version, transform } = options;
  const { redact } = redactor;
  const { http, sql } = limits;
  const client = createHttpClient({
    allowed,
    limits: presentFields({ timeout: http.timeout, responseBytes: http.response }),
  });
  const builtIn = [
    createHttpConnector({
      client,
      secrets,
      redactor,
      version,
      now: () => clock.now(),
      ...presentFields({ concurrency: http.concurrency }),
    }),
    createSqlConnector({
      redact,
      limits: presentFields({ time: sql.timeout, memory: sql.memory }),
      ...presentFields({ concurrency: sql.concurrency }),
    }),
    createBuiltInConnector({ clock, transform }),
  ];
  const configured = createConfiguredConnectors(options, { clock, redactor, version, allowed });
  const catalogs = options.openCatalogs?.(client);
  const tenants = catalogs === undefined ? {} : { tenants: catalogs };
  return {
    connectors: createConnectors({ configured, own: builtIn, ...tenants }, findNearest),
    builtIn,
    catalogs,
  };
}
