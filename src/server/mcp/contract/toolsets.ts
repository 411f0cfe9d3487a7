/** The names of the toolsets, with those of the languages. */
import { languages } from '../../../operations/offline.ts';

/** Those who use the tools of a language also look for its workflows. */
export const toolsetsOfLanguages: readonly string[] = languages.flatMap(
  ({ instructions }) => instructions?.toolset ?? [],
);

export const toolsetNames: readonly string[] = [
  'cases',
  ...toolsetsOfLanguages,
  'authoring',
  'catalogs',
  'orchestration',
  'admin',
];
