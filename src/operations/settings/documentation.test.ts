/** Compares docs/settings.md with the tables of the code. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { acceptedVariables } from './accepted-variables.ts';
import { accessSettings } from './access-settings.ts';
import { limitSettings } from './limit-settings.ts';
import { placeSettings } from './place-settings.ts';
import { serverSettings } from './server-settings.ts';
import { type DefaultContext, type Setting, variableName } from './setting.ts';
import { type Settings, settingNames, settingsTable } from './settings-table.ts';
import { sourceSettings } from './source-settings.ts';
import { webhookSettings } from './webhook-settings.ts';

const page = readFileSync(new URL('../../../docs/settings.md', import.meta.url), 'utf8');

/** The rows of the table under a heading, without its header. */
function rowsUnder(heading: string): readonly string[] {
  const [, after = ''] = page.split(`\n## ${heading}\n`);
  const [section = ''] = after.split(/^## /m);
  return section
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .slice(2);
}

const at = '/nowhere';
const nowhere: DefaultContext = {
  ...{ env: {}, folder: at, home: at, own: at, bundled: at, data: at, project: at, namesWorkflows: false },
  ...{ workflows: at, tenants: false },
};

const code = (text: string): string => `\`${text}\``;

function rowOf<Name extends keyof Settings>(name: Name): string {
  const setting: Setting<Settings[Name]> = settingsTable[name];
  const { flag, variables, form, defaultValue, defaultText, meaning } = setting;
  const shown = form.show(defaultValue(nowhere));
  const defaultShown = defaultText ?? (shown === '' ? 'none' : code(shown));
  const names = [...(flag === undefined ? [] : [flag]), ...variables.map(variableName)].map(code).join(', ');
  return `| ${code(name)} | ${names} | ${defaultShown} | ${meaning} |`;
}

const sections = {
  Storage: placeSettings,
  'Where workflows come from': sourceSettings,
  Authentication: accessSettings,
  Server: serverSettings,
  'Limits and retention': limitSettings,
  Webhooks: webhookSettings,
};

test.each(Object.entries(sections))('[A8] the table under “%s” matches the code', (heading, table) => {
  const names = settingNames.filter((name) => Object.hasOwn(table, name));
  expect(rowsUnder(heading)).toEqual(names.map((name) => rowOf(name)));
});

test('[A8] every setting is in one of the tables', () => {
  const shown = Object.values(sections).flatMap((table) => Object.keys(table));
  expect(shown.toSorted()).toEqual(settingNames.toSorted());
});

test('[A8][W9.1] the table of ignored variables matches the code', () => {
  const rows = acceptedVariables.map(({ name, reason }) => `| ${code(name)} | ${reason} |`);
  expect(rowsUnder('Ignored variables')).toEqual(rows);
});
