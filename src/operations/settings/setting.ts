/** What a setting is: how it is called, what it may be, what it is where nobody says, and what it means. */
import type { Environment } from './environment.ts';
import type { Form, ParseContext } from './setting-form.ts';

export interface Setting<Value> {
  /** May be given more than once where the value is a list. */
  readonly flag?: string;
  /** Those after the first are other names for it. */
  readonly variables: readonly (string | ForeignVariable)[];
  /** What is meant where several of them are set: all that they name, or the same; the first of them where absent. */
  readonly mergeMode?: 'add-up' | 'agree';
  readonly form: Form<Value>;
  /** Never shown. */
  readonly secret?: true;
  /** What was written is not repeated where it is wrong: it may hold what its value must not. */
  readonly redactInErrors?: true;
  /** What it is where nobody says. */
  readonly defaultValue: (context: DefaultContext) => Value;
  /** `standard` in words, where it depends on the surroundings. */
  readonly defaultText?: string;
  readonly meaning: string;
}

/** A name of another system, whose values are written in another way there. */
export interface ForeignVariable {
  readonly name: string;
  /** The same as it is written here. */
  readonly translate: (text: string) => string;
}

export interface DefaultContext extends ParseContext {
  readonly env: Environment;
  /** The data folder; only for settings after it. */
  readonly data: string;
  /** The project's folder of workflows, empty where it is not read; only for settings after it. */
  readonly project: string;
  /** Somebody has said which folders of workflows are read. */
  readonly namesWorkflows: boolean;
}

export type SettingsOf<Values> = { readonly [Name in keyof Values]: Setting<Values[Name]> };

export const variableName = (variable: string | ForeignVariable): string =>
  typeof variable === 'string' ? variable : variable.name;

/** A number without a unit means seconds there. */
export const inSeconds = (name: string): ForeignVariable => ({
  name,
  translate: (text) => (/^\d+$/.test(text) ? `${text}s` : text),
});

/** The same for milliseconds. */
export const inMilliseconds = (name: string): ForeignVariable => ({
  name,
  translate: (text) => (/^\d+$/.test(text) ? `${text}ms` : text),
});
