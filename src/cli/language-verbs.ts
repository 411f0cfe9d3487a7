/** The verbs of the languages. */
import type { Language, LanguageVerb } from '../languages/index.ts';
import type { Command, Verb } from './arguments/command.ts';

export const verbsOfLanguages: Readonly<Record<string, Verb>> = {
  guide: {
    summary: 'leads you through a guide at the terminal, step by step',
    load: async () => (await import('../languages/guide/verbs/guide.ts')).guide,
  },
  ask: {
    summary: 'leads you through a question flow, and performs its operations',
    load: async () => (await import('../languages/questions/verbs/ask.ts')).ask,
  },
  generate: {
    summary: 'generates a question flow from adapters, or lists them',
    load: async () => (await import('../languages/questions/verbs/generate.ts')).generate,
  },
};

/** Those of a language of the operator, by name. */
export const verbsOf = ({ verbs = [] }: Language): readonly (readonly [string, Verb])[] =>
  verbs.map((verb) => [verb.name, { summary: verb.summary, load: () => commandOf(verb) }]);

/** With a session, and its options. */
async function commandOf({ summary, usage, maxArguments, run }: LanguageVerb): Promise<Command> {
  const { sessionOptions } = await import('./arguments/options.ts');
  return {
    meaning: `${summary.charAt(0).toUpperCase()}${summary.slice(1)}.`,
    arguments: { usage, min: 0, max: maxArguments },
    options: sessionOptions,
    async run(args, host) {
      const { withSession } = await import('./session/session.ts');
      return withSession(args, host, (session) =>
        run(args.arguments, {
          out: host.out,
          err: host.err,
          // The verb knows the operation, and its result.
          call: (operation, input) => session.call(operation as never, input) as Promise<never>,
        }),
      );
    },
  };
}
