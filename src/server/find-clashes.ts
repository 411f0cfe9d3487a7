/** Names that two languages use, or a language of the operator and this program. */
import { languageApis, languages, registry } from '../operations/index.ts';
import { createTools } from './mcp/tools/create-tools.ts';
import { joinTools } from './mcp/tools/join-tools.ts';
import { restRoutesOf } from './rest/rest-routes.ts';

/** @param others names of another kind, by kind */
export function findClashes(others: Readonly<Record<string, readonly string[]>>): readonly string[] {
  const names: Readonly<Record<string, readonly string[]>> = {
    language: languages.map(({ id }) => id),
    evaluator: languages.flatMap(({ evaluators }) => Object.keys(evaluators)),
    'error code': languages.flatMap(({ errors = {} }) => Object.keys(errors)),
    'field of work items': languageApis.flatMap(({ items }) => Object.keys(items?.fields ?? {})),
    'field of runs': languageApis.flatMap(({ runs }) => Object.keys(runs?.fields ?? {})),
    tool: joinTools(createTools(async () => new Map(), registry)).flatMap(({ name, aliases }) => [
      name,
      ...aliases,
    ]),
    // The names of its parameters do not distinguish a route.
    route: restRoutesOf(registry).map(({ method, path }) => `${method} ${path.replaceAll(/\{\w+/g, '{')}`),
    ...others,
  };
  const malformed = languageApis.flatMap(({ operations = [] }) =>
    operations.filter(
      ({ rest: { method, path } }) => !/^(?:GET|POST) \/v1\/[^\s?#]+$/.test(`${method} ${path}`),
    ),
  );
  if (malformed.length > 0) {
    return malformed.map(
      ({ name, rest: { method, path } }) =>
        `The route “${method} ${path}” of “${name}” must be “GET /v1/…” or “POST /v1/…”.`,
    );
  }
  return Object.entries(names).flatMap(([kind, all]) =>
    all
      .filter((name, at) => all.indexOf(name) !== at)
      .map((name) => `The ${kind} “${name}” exists already. Choose another name in your language.`),
  );
}
