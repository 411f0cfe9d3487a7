/** Settings of what is kept where, and of what workflows may reach. */
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
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
  /** Empty where it is not read. */
  readonly projectWorkflows: string;
  readonly workflows: readonly string[];
  readonly connectors: string;
  readonly services: string;
  readonly tenants: boolean;
  readonly durability: 'full' | 'normal';
  readonly receipts: 'sqlite' | 'memory' | 'redis';
  /** Empty where there is none. */
  readonly redisUrl: string;
  readonly redisPrefix: string;
  readonly allowPrivateAddresses: string;
  readonly keys: string;
  readonly backups: string;
  /** Null is all. */
  readonly backupsKept: number | null;
}

const projectFolder = ({ folder }: ParseContext): string => join(folder, 'workflows');

export const placeSettings: SettingsOf<PlaceSettings> = {
  data: {
    flag: '--data',
    variables: ['SIGNALBOX_DATA'],
    form: path,
    defaultValue: ({ env, ...context }) => findDataFolder(context, env),
    defaultText: '.signalbox in the project of the current folder, else a folder of the user',
    meaning: 'the folder where runs are kept',
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
      // Workflows are beside the file that it names.
      { name: 'REGISTRY_CONFIG_PATH', translate: (file) => join(dirname(file), 'workflows') },
    ],
    form: paths,
    defaultValue: ({ project, data }) => [
      project !== '' && existsSync(project) ? project : join(data, 'workflows'),
    ],
    defaultText: 'workflows in the current folder, else in the data folder',
    meaning: 'folders of workflows: all are read, the first is also written to',
  },
  connectors: {
    flag: '--connectors',
    variables: ['SIGNALBOX_CONNECTORS'],
    form: path,
    // Never that of the current folder, which may be somebody else's: it says which programs are started.
    defaultValue: ({ data }) => join(data, 'connectors.yaml'),
    defaultText: 'connectors.yaml in the data folder',
    meaning: 'the file that says what workflows may call and which secrets they may use',
  },
  services: {
    flag: '--services',
    variables: ['SIGNALBOX_SERVICES'],
    form: path,
    defaultValue: ({ data }) => join(data, 'services.yaml'),
    defaultText: 'services.yaml in the data folder',
    meaning: 'the file that says who performs the services that YAWL specifications name',
  },
  tenants: {
    variables: ['SIGNALBOX_TENANTS'],
    form: yesOrNo,
    defaultValue: () => false,
    meaning: 'whether several tenants share this installation, each with workflows of its own',
  },
  durability: {
    variables: ['SIGNALBOX_DURABILITY'],
    form: choice(['full', 'normal']),
    defaultValue: () => 'full',
    meaning: '“full” survives a power cut; “normal” is faster and survives everything else',
  },
  receipts: {
    variables: ['SIGNALBOX_IDEMPOTENCY_BACKEND', 'YAWL_MCP_IDEMPOTENCY_BACKEND'],
    form: choice(['sqlite', 'memory', 'redis']),
    defaultValue: () => 'sqlite',
    meaning:
      'what is asked whether an idempotency key was used, beside the data folder: nothing else (“sqlite”), the process (“memory”), or a Redis server that replicas share',
  },
  redisUrl: {
    variables: ['SIGNALBOX_REDIS_URL', 'YAWL_MCP_IDEMPOTENCY_REDIS_URL'],
    form: redisAddress,
    secret: true,
    mergeMode: 'agree',
    defaultValue: () => '',
    meaning: 'the address of that Redis server; its password is part of it',
  },
  redisPrefix: {
    variables: ['SIGNALBOX_REDIS_PREFIX'],
    form: word,
    defaultValue: () => 'signalbox',
    meaning: 'how its keys begin: replicas that share receipts have the same',
  },
  allowPrivateAddresses: {
    variables: ['SIGNALBOX_ALLOW_PRIVATE_ADDRESSES'],
    form: text,
    defaultValue: () => '',
    meaning: 'private addresses that workflows may call: 1 for all, or hosts and ranges parted by commas',
  },
  keys: {
    variables: ['SIGNALBOX_KEYS'],
    form: text,
    secret: true,
    defaultValue: () => '',
    defaultText: 'made, and kept in the data folder',
    meaning: 'keys that seal what leaves the house, as id:key, parted by commas',
  },
  backups: {
    variables: ['SIGNALBOX_BACKUPS'],
    form: path,
    defaultValue: ({ data }) => join(data, 'backups'),
    defaultText: 'backups in the data folder',
    meaning: 'the folder in which backups are made',
  },
  backupsKept: {
    variables: ['SIGNALBOX_BACKUPS_KEPT'],
    form: orNone(wholeNumber(1, 10_000)),
    defaultValue: () => 7,
    meaning: 'how many backups stay in that folder, the newest ones',
  },
};
