/** The scopes that an operation needs, in words, for whoever reads about it. */
import type { AnyOperation } from '../../operations/index.ts';

/** `` `workflows:launch`; with “source” also `workflows:author` ``. */
export function formatScopes({ scope, additionalScopes: alsoNeeds = [] }: AnyOperation): string {
  const further = alsoNeeds.map(({ scope: other, when }) =>
    when === undefined ? ` and \`${other}\`` : `; ${when.description} also \`${other}\``,
  );
  return `\`${scope}\`${further.join('')}`;
}

/** Those without which nothing of it is done. */
export function scopesOf({ scope, additionalScopes: alsoNeeds = [] }: AnyOperation): readonly string[] {
  return [scope, ...alsoNeeds.flatMap((each) => (each.when === undefined ? [each.scope] : []))];
}
