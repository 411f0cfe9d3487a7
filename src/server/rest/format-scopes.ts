/** Formats the scopes that an operation needs, for documentation. */
import { type AnyOperation, plainText } from '../../operations/index.ts';

/** `` `workflows:launch`; with “source” also `workflows:author` ``. */
export function formatScopes({ scope, additionalScopes: alsoNeeds = [] }: AnyOperation): string {
  const further = alsoNeeds.map(({ scope: other, when }) =>
    when === undefined ? ` and \`${other}\`` : `; ${plainText(when.description)} also \`${other}\``,
  );
  return `\`${scope}\`${further.join('')}`;
}

/** Those that are always required. */
export function scopesOf({ scope, additionalScopes: alsoNeeds = [] }: AnyOperation): readonly string[] {
  return [scope, ...alsoNeeds.flatMap((each) => (each.when === undefined ? [each.scope] : []))];
}
