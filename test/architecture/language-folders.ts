/** A language is one folder: only lists that register languages reach into it, and nothing else names one. */
import { importsOf, isTest, type Offence, resolveImport, type SourceTree } from './source-tree.ts';

/** The only files that import languages, one for each layer that needs a part of them. */
const registrations: readonly string[] = [
  'src/operations/language-lists/languages.ts',
  'src/operations/language-lists/language-apis.ts',
  'src/cli/language-verbs.ts',
];

/** Names of other programs, of their variables and headers, and of folders that ship: not of a language. */
const wireNames =
  /YAWL_[A-Z_]+|X-YAWL-Signature|x-yawl-signature|yawl-mcp|'examples', 'guides'|\bya\?ml\|json\|yawl\b|\.yawl\b/g;

/** `guide` and `yawl` are words of no other meaning here. `graph` is also a drawing, and counts only as an id. */
const names = /guide|yawl|\blanguage\b[^\n]{0,20}['"“]graph\b/i;

/** The folders that define a language. */
export const languagesIn = (tree: SourceTree): readonly string[] =>
  [...tree.keys()].flatMap((file) => /^src\/languages\/([^/]+)\/index\.ts$/.exec(file)?.[1] ?? []);

export function checkLanguageFolders(tree: SourceTree): readonly Offence[] {
  const languages = languagesIn(tree);
  const offences: Offence[] = [];
  for (const [file, text] of tree) {
    if (isTest(file) || file.startsWith('src/testing/') || registrations.includes(file)) continue;
    const own = ownerOf(file, languages);
    for (const { specifier, line } of importsOf(file, text)) {
      const target = resolveImport(file, specifier);
      const owner = target === undefined ? undefined : ownerOf(target, languages);
      if (owner !== undefined && owner !== own) {
        offences.push({ file, line, message: `imports ${target}, which is part of the language ${owner}` });
      }
    }
    if (own !== undefined) continue;
    text.split('\n').forEach((content, at) => {
      const found = names.exec(content.replaceAll(wireNames, ''))?.[0];
      if (found !== undefined) offences.push({ file, line: at + 1, message: `names a language: ${found}` });
    });
  }
  return offences;
}

const ownerOf = (file: string, languages: readonly string[]): string | undefined =>
  languages.find((language) => file.startsWith(`src/languages/${language}/`));
