/** The types for authors of languages: `signalbox/languages`. */
export type { Edit, Suggestion, Violation } from './document/violation.ts';
export type * from './facets.ts';
export type { Language } from './language.ts';
export type * from './language-api.ts';
export type * from './operation-tool.ts';
export type { Phrase, Reference } from './phrase.ts';
export type { RefusalReport, RefusedPart } from './refusal.ts';
export type * from './workflow.ts';
