/** Opens the secrets that connectors.yaml lists, with those that are saved in the data folder. */
import {
  type Clock,
  createSecretResolver,
  openSecretStore,
  type SecretResolver,
  type SecretStore,
  StoreError,
} from '../../runtime/index.ts';
import { storeUnavailable } from '../contract/store-unavailable.ts';
import type { Secrets } from '../infrastructure/secrets.ts';
import type { Environment } from '../settings/environment.ts';
import type { Settings } from '../settings/settings-table.ts';
import { dataFiles } from './data-folder.ts';
import type { Report } from './incident-log.ts';
import type { Configuration } from './read-configuration.ts';

export interface OpenedSecrets {
  readonly resolver: SecretResolver;
  readonly forOperations: Secrets;
  /** Reads files and runs commands, and reports those that fail. Does nothing on repeated calls. */
  load(report: Report): Promise<void>;
}

export interface SecretsOptions {
  readonly configuration: Pick<Configuration, 'keyRing' | 'secrets'>;
  readonly env: Environment;
  readonly clock: Clock;
}

/** Rejects with OperationError. */
export async function openSecrets(
  { data }: Pick<Settings, 'data'>,
  { configuration, env, clock }: SecretsOptions,
): Promise<OpenedSecrets> {
  const store = await openStore(dataFiles(data).secrets, configuration);
  const resolver = createSecretResolver({
    env,
    allow: configuration.secrets,
    store,
    now: () => clock.now(),
  });
  let loaded: Promise<void> | undefined;
  const load = async (report: Report): Promise<void> => {
    const problems = await resolver.load();
    if (problems.length > 0) report(problems.join(' '), undefined);
  };
  return {
    resolver,
    forOperations: { statusOf: resolver.statusOf, save: store.save },
    load: (report) => {
      loaded ??= load(report);
      return loaded;
    },
  };
}

async function openStore(path: string, { keyRing }: SecretsOptions['configuration']): Promise<SecretStore> {
  try {
    return await openSecretStore({ path, keyRing });
  } catch (error) {
    throw error instanceof StoreError ? storeUnavailable(error) : error;
  }
}
