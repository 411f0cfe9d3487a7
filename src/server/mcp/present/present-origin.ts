/** Presents the name, topic and source of a workflow. */
import type { DefinitionSummary } from '../../../operations/index.ts';

/** The title, if its name is an id. */
export const nameForPeople = ({ title, name }: Pick<DefinitionSummary, 'title' | 'name'>): string =>
  title ?? name;

/** Every guide has one, as its design requires. */
export const categoryOf = ({ domain, language }: Pick<DefinitionSummary, 'domain' | 'language'>): string =>
  domain === '' && language === 'guide' ? 'default' : domain;

/** `project workflows`, `git https://example.com/guides.git`. */
export const sourceInWords = ({ origin: { kind, name } }: Pick<DefinitionSummary, 'origin'>): string =>
  name === '' ? kind : `${kind} ${name}`;
