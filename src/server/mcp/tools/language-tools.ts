/** The tools of the languages. Each performs one operation of its language. */
import type { Json } from '../../../kernel/index.ts';
import {
  type LanguageApi,
  type LanguageTool,
  languageApis,
  refusedByLanguage,
} from '../../../operations/index.ts';
import { defineTool } from '../contract/define-tool.ts';
import type { Tool } from '../contract/tool.ts';
import { nameSyntax } from '../present/name-syntax.ts';
import { performRenamed } from './perform-renamed.ts';
import { readOnlyHints } from './tool-fields.ts';

export const languageTools: readonly Tool[] = languageApis.flatMap((api) =>
  (api.tools ?? []).map((tool) => toTool(api, tool)),
);

function toTool({ id: language, operations = [] }: LanguageApi, tool: LanguageTool): Tool {
  const { operation, renames = {}, misdirected, present: _, bulky, rest, isUsual, ...definition } = tool;
  const validates = operations.find(({ name }) => name === operation)?.rest.linksSyntax;
  const names = Object.fromEntries(Object.entries(renames).map(([field, name]) => [name, field]));
  const made = defineTool({
    ...definition,
    isUsual: false,
    ...(isUsual === true ? { usualWith: language } : {}),
    operations: [operation],
    hints: readOnlyHints,
    async perform(input, call) {
      const renamed = Object.entries(input).map(([field, value]) => [renames[field] ?? field, value]);
      const result = await performRenamed<Json>(call, operation, Object.fromEntries(renamed), names);
      const value = tool.present(result);
      const isInvalid = validates === true && value['valid'] === false;
      return {
        kind: 'answer',
        value: {
          ...value,
          ...(isInvalid ? { next: `Correct these, and validate again. ${nameSyntax(language)}` } : {}),
        },
        ...(bulky === undefined ? {} : { bulky }),
        ...(rest === undefined ? {} : { rest }),
      };
    },
  });
  return misdirected === undefined ? made : { ...made, input: directed(made.input, tool) };
}

/** Refuses an input that is meant for another tool, and names that tool. */
function directed(input: Tool['input'], tool: LanguageTool): Tool['input'] {
  return {
    get schema() {
      return input.schema;
    },
    parse(given) {
      const refusal = tool.misdirected?.(given) ?? null;
      if (refusal !== null) throw refusedByLanguage(refusal);
      return input.parse(given);
    },
  };
}
