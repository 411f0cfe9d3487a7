/** The words of names, paths, sentences and queries, written so that forms of one word are equal. */

/** They are in many names and say nothing about a command. */
const fillers = new Set(
  'a an and at by for from in into is it its of on or that the this to with'.split(' '),
);
/** Words of one line mean the same to people who look for a command. */
const synonymLines = [
  'create add new make insert',
  'delete remove destroy erase',
  'list all every browse',
  'get show info information fetch read retrieve view describe detail display',
  'update edit change modify patch alter set replace',
  'search find query lookup',
  'cancel abort',
  'enable activate',
  'disable deactivate',
  'dispatch trigger launch',
  'authenticated my me mine',
  'repository repo',
  'organization org organisation',
  'environment env',
  'configuration config',
  'certificate cert',
  'variable var',
  'pull pr',
].map((line) => line.split(' ').map(foldedForm));
const synonyms = new Map(synonymLines.flatMap((line) => line.map((word) => [word, line] as const)));

/** Longer ones are cut. */
const maxLetters = 40;

/** The words of a text as they are written, in small letters: `createDNSZone` is create, dns, zone. */
export function writtenWords(text: string): readonly string[] {
  const plain = isPlain.test(text) ? text : text.normalize('NFKD').replaceAll(/\p{M}+/gu, '');
  return (plain.match(/[\p{L}\p{N}]+/gu) ?? []).flatMap(partsOf);
}

function partsOf(run: string): readonly string[] {
  const apart = run
    .replaceAll(/(\p{Ll}|\p{N})(\p{Lu})/gu, '$1 $2')
    .replaceAll(/(\p{Lu}{2,})(\p{Lu}\p{Ll})/gu, '$1 $2');
  return apart
    .toLowerCase()
    .split(' ')
    .map((word) => word.slice(0, maxLetters));
}

const isPlain = /^[ -~]*$/;

export const isFiller = (word: string): boolean => fillers.has(word);

/** One form for singular and plural: `repositories` is `repository`, `branches` and `branch` are `branch`. */
export function foldedForm(word: string): string {
  if (word.length < 4) return word;
  if (word.endsWith('ies')) return `${word.slice(0, -3)}y`;
  return word.replace(/(?<![su])s$/, '').replace(/(?<=ch|sh|ss|us|x)e$/, '');
}

/** Of a folded word, with itself. */
export const synonymsOf = (folded: string): readonly string[] => synonyms.get(folded) ?? [folded];
