/** Says which command prints the syntax of languages. */

/** @param languages of documents with errors; null if none was recognised */
export function nameSyntax(languages: readonly (string | null)[]): string {
  const known = [...new Set(languages)].filter((language) => language !== null);
  const commands = known.map((language) => `“signalbox schema ${language} --reference”`);
  return commands.length === 0
    ? '“signalbox schema” lists the languages of workflows, and where their syntax is.'
    : `${commands.join(' and ')} ${commands.length === 1 ? 'prints' : 'print'} the syntax, with examples.`;
}
