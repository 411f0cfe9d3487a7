/** The contract of every language, over a program that knows it. A language passes if no case throws. */
import type { LanguageCase } from './language-case.ts';
import { readingCases } from './language-reading.ts';
import { runCases } from './language-runs.ts';

export const languageCases: Readonly<Record<'reading' | 'runs', readonly LanguageCase[]>> = {
  reading: readingCases,
  runs: runCases,
};
