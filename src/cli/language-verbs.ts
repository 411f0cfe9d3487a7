/** The verbs of the languages. */
import type { Verb } from './command.ts';

export const verbsOfLanguages: Readonly<Record<string, Verb>> = {
  guide: {
    summary: 'leads you through a guide at the terminal, step by step',
    load: async () => (await import('../languages/guide/verbs/guide.ts')).guide,
  },
};
