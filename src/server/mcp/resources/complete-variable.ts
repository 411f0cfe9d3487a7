/** Completes the variables of templates by prefix. */
import type { LanguageList, RunList } from '../../../operations/index.ts';
import type { Completion } from '../contract/contents.ts';
import { domainOf } from '../present/resource-uri.ts';
import type { Asking } from './ask-as.ts';
import { allDefinitions } from './find-definitions.ts';
import { variableOf } from './resource-templates.ts';

/** Limit of the protocol. */
const maxProposals = 100;
/** Maximum length of an id. */
const maxRunIdLength = 200;

export async function completeVariable(
  ask: Asking,
  { uri, variable: asked, typed, known }: Completion,
): Promise<readonly string[] | undefined> {
  const variable = variableOf(uri, asked);
  switch (variable) {
    case undefined:
      return undefined;
    case 'id':
      return typed.length > maxRunIdLength ? [] : newestRuns(ask, typed);
    case 'language': {
      const { languages }: LanguageList = await ask.get('languages.list', {});
      return startingWith(
        typed,
        languages.map(({ language }) => language),
      );
    }
    case 'domain':
    case 'name': {
      const { domain } = known;
      const definitions = await allDefinitions(ask);
      const fitting =
        variable === 'domain'
          ? definitions.map(domainOf)
          : definitions
              .filter((each) => domain === undefined || domain === '' || domainOf(each) === domain)
              .map(({ id }) => id);
      return startingWith(typed, fitting);
    }
  }
}

function startingWith(typed: string, names: readonly string[]): readonly string[] {
  const prefix = typed.toLowerCase();
  const found = names.filter((each) => each.toLowerCase().startsWith(prefix));
  return [...new Set(found)].slice(0, maxProposals);
}

async function newestRuns(ask: Asking, prefix: string): Promise<readonly string[]> {
  const { runs }: RunList = await ask.get('runs.list', {
    limit: maxProposals,
    ...(prefix === '' ? {} : { prefix }),
  });
  return runs.map(({ run }) => run);
}
