/** Parses one specification of a set. */
import type { FormContext } from '../form/form-context.ts';
import { attributeOf, childOf, childrenOf, contentOf, type FormNode, textIn } from '../form/form-node.ts';
import type { YawlMetaData, YawlSpecification } from '../model/schema.ts';
import { parseDecomposition } from './parse-decomposition.ts';
import { parseTypes } from './parse-types.ts';

export function parseSpecification(context: FormContext, node: FormNode): YawlSpecification {
  const schema = parseTypes(context, node);
  refuseForeign(context, node);
  warnOfLogPredicates(context, node);
  const decompositions = node.children.filter(({ name }) => name === 'rootNet' || name === 'decomposition');
  return {
    at: node.at,
    uri: attributeOf(node.element, 'uri')?.value.trim() ?? '',
    name: textIn(node, 'name'),
    documentation: textIn(node, 'documentation'),
    metaData: parseMetaData(childOf(node, 'metaData')),
    types: schema.types,
    decompositions: decompositions.flatMap((each) => parseDecomposition(context, each, schema) ?? []),
  };
}

function parseMetaData(node: FormNode | undefined): YawlMetaData {
  return {
    identifier: textIn(node, 'identifier'),
    version: textIn(node, 'version') || '0.1',
    title: textIn(node, 'title'),
    description: textIn(node, 'description'),
    // The first versions write a person with name and address.
    creators: childrenOf(node, 'creator').map((each) => textIn(each, 'name') || contentOf(each).trim()),
  };
}

/** Nothing is ever fetched. */
function refuseForeign(context: FormContext, node: FormNode): void {
  for (const each of node.children.filter(({ name }) => name === 'importedNet' || name === 'import')) {
    const location = attributeOf(each.element, 'location')?.value ?? contentOf(each).trim();
    context.report(each.at, {
      rule: 'not-supported',
      message:
        each.name === 'importedNet'
          ? 'Nets of other files are not fetched. Copy the net into this specification as a decomposition.'
          : 'Schemas of other files are not fetched. Copy the types into this specification, inside “schema”.',
      expected: `no ${each.name}`,
      actual: location.slice(0, 80),
    });
  }
}

/** Reported once: they only affect the log of the engine. */
function warnOfLogPredicates(context: FormContext, node: FormNode): void {
  const first = findLogPredicate(node);
  if (first === undefined) return;
  context.warn(first.at, {
    rule: 'not-supported',
    message: 'Log predicates are not evaluated. Events are logged without them.',
    expected: 'no logPredicate',
    actual: 'logPredicate',
  });
}

function findLogPredicate(node: FormNode): FormNode | undefined {
  if (node.name === 'logPredicate') return node;
  for (const child of node.children) {
    const found = findLogPredicate(child);
    if (found !== undefined) return found;
  }
  return undefined;
}
