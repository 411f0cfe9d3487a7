/** What people call a workflow, what it is about, and where it comes from. */
import type { DefinitionSummary } from '../../../operations/index.ts';

/** The title, where its name is an id. */
export const nameForPeople = ({ title, name }: Pick<DefinitionSummary, 'title' | 'name'>): string =>
  title ?? name;

/** Every guide has one, as their design has it. */
export const categoryOf = ({ domain, language }: Pick<DefinitionSummary, 'domain' | 'language'>): string =>
  domain === '' && language === 'guide' ? 'default' : domain;

/** `project workflows`, `git https://example.com/guides.git`. */
export const sourceInWords = ({ origin: { kind, name } }: Pick<DefinitionSummary, 'origin'>): string =>
  name === '' ? kind : `${kind} ${name}`;
