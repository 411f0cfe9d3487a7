/** The path that describes the syntax of a language. @param language null: of all */
export const pathOfSyntax = (language: string | null): string =>
  `/v1/languages${language === null ? '' : `/${encodeURIComponent(language)}`}`;
