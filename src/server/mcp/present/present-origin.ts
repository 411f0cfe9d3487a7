/** Presents the name, topic and source of a workflow. */
import { type DefinitionSummary, findLanguage } from '../../../operations/index.ts';

/** The title, if its name is an id. */
export const nameForPeople = ({ title, name }: Pick<DefinitionSummary, 'title' | 'name'>): string =>
  title ?? name;

/** A language may name the category of workflows that declare none. */
export const categoryOf = ({ domain, language }: Pick<DefinitionSummary, 'domain' | 'language'>): string =>
  domain === '' ? (findLanguage(language)?.workflows?.defaultDomain ?? '') : domain;

/** `project workflows`, `git https://example.com/team.git`. */
export const sourceInWords = ({ origin: { kind, name } }: Pick<DefinitionSummary, 'origin'>): string =>
  name === '' ? kind : `${kind} ${name}`;
