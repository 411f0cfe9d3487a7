/**
 * The definition languages. This list is the only place outside their folders that names them; everything else asks
 * the list.
 */
import type { Evaluators, Json } from '../../kernel/index.ts';
import { graphLanguage } from '../../languages/graph/index.ts';
import { guideLanguage } from '../../languages/guide/index.ts';
import {
  type ItemFacet,
  type ItemLike,
  type ItemPresentation,
  type Language,
  partOf,
  type QueryEngine,
  type RunPresentation,
} from '../../languages/index.ts';
import { questionsLanguage } from '../../languages/questions/index.ts';
import { createYawlLanguage } from '../../languages/yawl/index.ts';
import { openQueryEngine, type WorkItem } from '../../runtime/index.ts';
import { outsideLanguages } from './outside-languages.ts';

/** Starts with the first query and does not keep the process alive. */
export const queryEngine = openQueryEngine();

/** Those of the operator first. Texts in documents of the others may contain “workflows”: the last is tried last. */
const createLanguages = (queries: QueryEngine): readonly Language[] => [
  ...outsideLanguages(),
  createYawlLanguage(queries),
  guideLanguage,
  questionsLanguage,
  graphLanguage,
];

/** In the order in which they are tried. */
export const languages = createLanguages(queryEngine);

/** By id. */
export const registeredLanguages = (): readonly Language[] =>
  languages.toSorted((one, other) => (one.id < other.id ? -1 : 1));

const byId: ReadonlyMap<unknown, Language> = new Map(languages.map((language) => [language.id, language]));

export const findLanguage = (id: string | null): Language | undefined => byId.get(id);

/** The expression languages of all programs. @param queries computes their queries */
export const createEvaluators = (queries: QueryEngine): Evaluators =>
  Object.fromEntries(createLanguages(queries).flatMap((language) => Object.entries(language.evaluators)));

export const evaluators = createEvaluators(queryEngine);

const noFacet: ItemFacet = {};

/** The facet of the language that compiled the item, whatever its current reason. */
export const itemFacetOf = (item: Json): ItemFacet => byId.get(partOf(item, 'language'))?.items ?? noFacet;

/** An approval, or a call whose outcome is unknown, is the same in every language. */
export const workFacetOf = ({ reason, item }: Pick<WorkItem, 'reason' | 'item'>): ItemFacet =>
  reason === 'work' ? itemFacetOf(item) : noFacet;

/** How interfaces show an item; `undefined` if like any other. */
export const presentItem = (view: ItemLike): ItemPresentation | undefined =>
  firstOf(({ items }) => items?.present?.(view));

/** What answers to agents add about a run. */
export const presentRunOf = (view: object): RunPresentation | undefined =>
  firstOf(({ runs }) => runs?.present?.(view));

/** The first answer that a language gives. */
function firstOf<Answer>(ask: (language: Language) => Answer | undefined): Answer | undefined {
  for (const language of languages) {
    const answer = ask(language);
    if (answer !== undefined) return answer;
  }
  return undefined;
}

/** Of an operation that a job performs. */
export function computeOperation(name: string, input: unknown): unknown {
  const compute = firstOf(({ computes }) => computes?.[name]);
  if (compute === undefined) throw new Error(`No language computes “${name}”.`);
  // Checked by the schema of its operation.
  return compute(input as never);
}
