/** Lists every setting in one table, in the order in which they are resolved and shown. */
import { type AccessSettings, accessSettings } from './access-settings.ts';
import { type LimitSettings, limitSettings } from './limit-settings.ts';
import { type PlaceSettings, placeSettings } from './place-settings.ts';
import { type ServerSettings, serverSettings } from './server-settings.ts';
import type { SettingsOf } from './setting.ts';
import { type SourceSettings, sourceSettings } from './source-settings.ts';
import { type WebhookSettings, webhookSettings } from './webhook-settings.ts';

export interface Settings
  extends PlaceSettings,
    SourceSettings,
    LimitSettings,
    ServerSettings,
    AccessSettings,
    WebhookSettings {}

export const settingsTable: SettingsOf<Settings> = {
  // The data folder first: it is part of the defaults of others.
  ...placeSettings,
  ...sourceSettings,
  ...limitSettings,
  ...serverSettings,
  ...accessSettings,
  ...webhookSettings,
};

// The keys of the table are those of the settings.
export const settingNames = Object.keys(settingsTable) as readonly (keyof Settings)[];
