/** Describes every setting for users: its value and its origin. Of a secret only whether it is set. */
import type { ResolvedSettings, SettingOrigin } from './resolve-settings.ts';
import { type Setting, variableName } from './setting.ts';
import { type Settings, settingNames, settingsTable } from './settings-table.ts';

export interface DescribedSetting {
  readonly name: string;
  /** Of a secret: “set” or “not set”. */
  readonly value: string;
  readonly origin: SettingOrigin;
  readonly flag: string | null;
  readonly variables: readonly string[];
  readonly meaning: string;
  /** The default as text if the value is empty; null if there is none. */
  readonly usually: string | null;
}

export function describeSettings({ settings, origins }: ResolvedSettings): readonly DescribedSetting[] {
  const describe = <Name extends keyof Settings>(name: Name): DescribedSetting => {
    const setting: Setting<Settings[Name]> = settingsTable[name];
    const { flag, variables, meaning, defaultText: usually = null, secret, form } = setting;
    const shown = form.show(settings[name]);
    return {
      name,
      value: secret ? (shown === '' ? 'not set' : 'set') : shown,
      origin: origins[name],
      flag: flag ?? null,
      variables: variables.map(variableName),
      meaning,
      usually,
    };
  };
  return settingNames.map((name) => describe(name));
}
