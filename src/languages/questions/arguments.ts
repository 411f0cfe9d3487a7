/**
 * Fills in the arguments of a call. An answer that is a secret becomes a reference `${env:NAME}`, with its position, so
 * that the connector resolves it when it sends the request, and nothing before knows the value.
 */
import { type Json, referencesOf, type Tree } from '../../expression/index.ts';
import { computeTree, type LookUp, type Occasion } from './compute-tree.ts';

interface CallArguments {
  readonly args: Tree;
  /** Questions whose answers are secrets. */
  readonly sensitive: readonly string[];
}

interface Reference {
  readonly at: string;
  readonly name: string;
}

/** The reserved argument with the positions of secrets. */
export const secretsField = '$secrets';

/** Throws if an expression has no value. */
export function fillArguments({ args, sensitive }: CallArguments, lookUp: LookUp, occasion: Occasion): Json {
  const references: Reference[] = [];
  const fill = (tree: Tree, at: string): Json => {
    switch (tree.kind) {
      case 'object':
        return Object.fromEntries(
          tree.fields.map(({ key, value }) => [
            key,
            fill(value, `${at}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`),
          ]),
        );
      case 'list':
        return tree.items.map((item, index) => fill(item, `${at}/${index}`));
      default: {
        const secrets = referencesOf(tree).flatMap(({ name }) => {
          const answer = sensitive.includes(name) ? lookUp(name) : undefined;
          return typeof answer === 'string' ? [[name, answer.slice(1)] as const] : [];
        });
        // One for each occurrence, as the connector counts them.
        references.push(...secrets.map(([, name]) => ({ at, name })));
        const named = new Map(secrets);
        // An answer that is not given is null, but a text with a gap is not what its author wrote.
        const missing = tree.kind === 'text' ? undefined : null;
        return computeTree(
          tree,
          (name) => (named.has(name) ? `\${env:${named.get(name)}}` : (lookUp(name) ?? missing)),
          occasion,
        );
      }
    }
  };
  const filled = fill(args, '');
  return references.length === 0
    ? filled
    : { ...(filled as { readonly [key: string]: Json }), [secretsField]: references as unknown as Json };
}
