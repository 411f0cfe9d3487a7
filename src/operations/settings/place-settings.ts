/** Settings of what is kept where, and of what workflows may reach. */
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { findDataFolder } from './find-data-folder.ts';
import type { SettingsOf } from './setting.ts';
import { choice, path, paths, text, yesOrNo } from './setting-form.ts';

export interface PlaceSettings {
  readonly data: string;
  readonly workflows: readonly string[];
  readonly connectors: string;
  readonly tenants: boolean;
  readonly durability: 'full' | 'normal';
  readonly allowPrivateAddresses: string;
  readonly keys: string;
}

export const placeSettings: SettingsOf<PlaceSettings> = {
  data: {
    flag: '--data',
    variables: ['SIGNALBOX_DATA'],
    form: path,
    standard: ({ env, ...where }) => findDataFolder(where, env),
    usually: '.signalbox in the project of the current folder, else a folder of the user',
    meaning: 'the folder where runs are kept',
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
    standard: ({ folder, data }) => {
      const here = join(folder, 'workflows');
      return [existsSync(here) ? here : join(data, 'workflows')];
    },
    usually: 'workflows in the current folder, else in the data folder',
    meaning: 'folders of workflows: all are read, the first is also written to',
  },
  connectors: {
    flag: '--connectors',
    variables: ['SIGNALBOX_CONNECTORS'],
    form: path,
    // Never that of the current folder, which may be somebody else's: it says which programs are started.
    standard: ({ data }) => join(data, 'connectors.yaml'),
    usually: 'connectors.yaml in the data folder',
    meaning: 'the file that says what workflows may call and which secrets they may use',
  },
  tenants: {
    variables: ['SIGNALBOX_TENANTS'],
    form: yesOrNo,
    standard: () => false,
    meaning: 'whether several tenants share this installation, each with workflows of its own',
  },
  durability: {
    variables: ['SIGNALBOX_DURABILITY'],
    form: choice(['full', 'normal']),
    standard: () => 'full',
    meaning: '“full” survives a power cut; “normal” is faster and survives everything else',
  },
  allowPrivateAddresses: {
    variables: ['SIGNALBOX_ALLOW_PRIVATE_ADDRESSES'],
    form: text,
    standard: () => '',
    meaning: 'private addresses that workflows may call: 1 for all, or hosts and ranges parted by commas',
  },
  keys: {
    variables: ['SIGNALBOX_KEYS'],
    form: text,
    secret: true,
    standard: () => '',
    usually: 'made, and kept in the data folder',
    meaning: 'keys that seal what leaves the house, as id:key, parted by commas',
  },
};
