/** Settings of storage locations and of what workflows may reach. */
import { existsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { findDataFolder } from './find-data-folder.ts';
import type { SettingsOf } from './setting.ts';
import {
  choice,
  included,
  orNone,
  type ParseContext,
  path,
  paths,
  redisAddress,
  text,
  wholeNumber,
  word,
  yesOrNo,
} from './setting-form.ts';

export interface PlaceSettings {
  readonly data: string;
  /** Empty if it is not read. */
  readonly projectWorkflows: string;
  readonly workflows: readonly string[];
  readonly connectors: string;
  readonly services: string;
  readonly languages: readonly string[];
  readonly tenants: boolean;
  readonly catalogs: string;
  readonly catalogSources: readonly string[];
  readonly durability: 'full' | 'normal';
  readonly receipts: 'sqlite' | 'memory' | 'redis';
  /** Empty if not set. */
  readonly redisUrl: string;
  readonly redisPrefix: string;
  readonly allowPrivateAddresses: string;
  readonly keys: string;
  readonly backups: string;
  /** Null: all. */
  readonly backupsKept: number | null;
}

const projectFolder = ({ folder }: ParseContext): string => join(folder, 'workflows');

export const placeSettings: SettingsOf<PlaceSettings> = {
  data: {
    flag: '--data',
    variables: ['SIGNALBOX_DATA'],
    form: path,
    defaultValue: ({ env, ...context }) => findDataFolder(context, env),
    defaultText: '.signalbox in the project of the current folder, otherwise a folder of the user',
    meaning: 'the folder where runs are stored',
  },
  projectWorkflows: {
    variables: ['SIGNALBOX_PROJECT_WORKFLOWS', 'WORKFLOW_INCLUDE_PROJECT'],
    form: included(projectFolder),
    defaultValue: (context) => (context.namesWorkflows ? '' : projectFolder(context)),
    defaultText: `\`true\`, unless \`workflows\` names folders`,
    meaning: 'whether the folder workflows of the current folder is read',
  },
  workflows: {
    flag: '--workflows',
    variables: [
      'SIGNALBOX_WORKFLOWS',
      'REGISTRY_WORKFLOWS_PATH',
      // Workflows are in a folder next to the named file.
      { name: 'REGISTRY_CONFIG_PATH', translate: (file) => join(dirname(file), 'workflows') },
    ],
    form: paths,
    defaultValue: ({ project, data }) => [
      project !== '' && existsSync(project) ? project : join(data, 'workflows'),
    ],
    defaultText: 'workflows in the current folder, otherwise in the data folder',
    meaning: 'folders of workflows: all are read, new documents are saved in the first',
  },
  connectors: {
    flag: '--connectors',
    variables: ['SIGNALBOX_CONNECTORS'],
    form: path,
    // Never the current folder, which may belong to another user: this file names the programs that are started.
    defaultValue: ({ data }) => join(data, 'connectors.yaml'),
    defaultText: 'connectors.yaml in the data folder',
    meaning: 'the file that lists what workflows may call and which secrets they may use',
  },
  services: {
    flag: '--services',
    variables: ['SIGNALBOX_SERVICES'],
    form: path,
    defaultValue: ({ data }) => join(data, 'services.yaml'),
    defaultText: 'services.yaml in the data folder',
    meaning: 'the file that lists who performs the services of specifications',
  },
  languages: {
    flag: '--language',
    variables: ['SIGNALBOX_LANGUAGES'],
    form: paths,
    defaultValue: () => [],
    meaning: 'modules of further workflow languages: their code runs with all rights of this program',
  },
  tenants: {
    variables: ['SIGNALBOX_TENANTS'],
    form: yesOrNo,
    defaultValue: () => false,
    meaning: 'whether several tenants share this installation, each with its own workflows',
  },
  catalogs: {
    variables: ['SIGNALBOX_CATALOGS', 'REGISTRY_CATALOGS_PATH'],
    form: path,
    // `REGISTRY_CONFIG_PATH` sets the folder of workflows, and so this one. Beside a folder with another name there may be anything.
    defaultValue: ({ workflows, data }) =>
      basename(workflows) === 'workflows' ? join(dirname(workflows), 'catalogs') : join(data, 'catalogs'),
    defaultText: 'catalogs next to the folder workflows, otherwise in the data folder',
    meaning: 'the folder where imported APIs are stored',
  },
  catalogSources: {
    variables: ['SIGNALBOX_CATALOG_SOURCES'],
    form: paths,
    defaultValue: ({ folder, tenants }) => (tenants ? [] : [folder]),
    defaultText: 'the current folder; none if several tenants share the installation',
    meaning:
      'folders whose files may be imported as catalogs; principals with the scope `admin` may import any file',
  },
  durability: {
    variables: ['SIGNALBOX_DURABILITY'],
    form: choice(['full', 'normal']),
    defaultValue: () => 'full',
    meaning: '“full” survives a power failure; “normal” is faster and survives everything else',
  },
  receipts: {
    variables: ['SIGNALBOX_IDEMPOTENCY_BACKEND', 'YAWL_MCP_IDEMPOTENCY_BACKEND'],
    form: choice(['sqlite', 'memory', 'redis']),
    defaultValue: () => 'sqlite',
    meaning:
      'where used idempotency keys are looked up: in the data folder only (“sqlite”), also in memory (“memory”), or also on a Redis server that replicas share (“redis”)',
  },
  redisUrl: {
    variables: ['SIGNALBOX_REDIS_URL', 'YAWL_MCP_IDEMPOTENCY_REDIS_URL'],
    form: redisAddress,
    secret: true,
    mergeMode: 'agree',
    defaultValue: () => '',
    meaning: 'the address of that Redis server, including its password',
  },
  redisPrefix: {
    variables: ['SIGNALBOX_REDIS_PREFIX'],
    form: word,
    defaultValue: () => 'signalbox',
    meaning: 'the prefix of its keys; replicas that share receipts use the same',
  },
  allowPrivateAddresses: {
    variables: ['SIGNALBOX_ALLOW_PRIVATE_ADDRESSES'],
    form: text,
    defaultValue: () => '',
    meaning: 'private addresses that workflows may call: 1 for all, or comma-separated hosts and ranges',
  },
  keys: {
    variables: ['SIGNALBOX_KEYS'],
    form: text,
    secret: true,
    defaultValue: () => '',
    defaultText: 'generated, and stored in the data folder',
    meaning: 'keys that seal secrets and opaque tokens, as id:key, comma-separated',
  },
  backups: {
    variables: ['SIGNALBOX_BACKUPS'],
    form: path,
    defaultValue: ({ data }) => join(data, 'backups'),
    defaultText: 'backups in the data folder',
    meaning: 'the folder where backups are stored',
  },
  backupsKept: {
    variables: ['SIGNALBOX_BACKUPS_KEPT'],
    form: orNone(wholeNumber(1, 10_000)),
    defaultValue: () => 7,
    meaning: 'how many backups are kept in that folder; older ones are removed',
  },
};
