/** Defines a setting: its names, its format, its default and its meaning. */
import type { Environment } from './environment.ts';
import type { Form, ParseContext } from './setting-form.ts';

export interface Setting<Value> {
  /** May be repeated if the value is a list. */
  readonly flag?: string;
  /** Those after the first are aliases. */
  readonly variables: readonly (string | ForeignVariable)[];
  /** How several set variables combine: their values are added up, or must agree. Default: the first one applies. */
  readonly mergeMode?: 'add-up' | 'agree';
  readonly form: Form<Value>;
  /** Never shown. */
  readonly secret?: true;
  /** Error messages do not repeat the value: it may contain credentials. */
  readonly redactInErrors?: true;
  readonly defaultValue: (context: DefaultContext) => Value;
  /** The default as text, if it depends on the environment. */
  readonly defaultText?: string;
  readonly meaning: string;
}

/** A name from another system, with its own value format. */
export interface ForeignVariable {
  readonly name: string;
  /** Converts to the format of this setting. */
  readonly translate: (text: string) => string;
}

export interface DefaultContext extends ParseContext {
  readonly env: Environment;
  /** The data folder; only for settings after it. */
  readonly data: string;
  /** The project's folder of workflows, empty if it is not read; only for settings after it. */
  readonly project: string;
  /** A flag or variable names the folders of workflows. */
  readonly namesWorkflows: boolean;
  /** The folder where workflows are saved; only for settings after it. */
  readonly workflows: string;
  /** Several tenants share the installation; only for settings after it. */
  readonly tenants: boolean;
}

export type SettingsOf<Values> = { readonly [Name in keyof Values]: Setting<Values[Name]> };

export const variableName = (variable: string | ForeignVariable): string =>
  typeof variable === 'string' ? variable : variable.name;

/** A number without a unit means seconds in that system. */
export const inSeconds = (name: string): ForeignVariable => ({
  name,
  translate: (text) => (/^\d+$/.test(text) ? `${text}s` : text),
});

/** The same for milliseconds. */
export const inMilliseconds = (name: string): ForeignVariable => ({
  name,
  translate: (text) => (/^\d+$/.test(text) ? `${text}ms` : text),
});
