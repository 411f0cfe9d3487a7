/** Parses tasks: flows, routing, cancellation sets, and data mappings. */
import type { FormContext } from '../form/form-context.ts';
import {
  attributeIn,
  attributeOf,
  childOf,
  childrenOf,
  contentOf,
  type FormNode,
  textIn,
} from '../form/form-node.ts';
import type {
  LocatedName,
  YawlFlow,
  YawlMapping,
  YawlMultiple,
  YawlQuery,
  YawlRouting,
  YawlTask,
} from '../model/schema.ts';
import { checkConfiguration } from './parse-configuration.ts';
import { parseResourcing } from './parse-resourcing.ts';
import { parseTimer } from './parse-timer.ts';

/** What the engine treats as a call of a Java plug-in. */
const dataGateway = '#external:';

export function parseTask(context: FormContext, node: FormNode): YawlTask {
  const decomposesTo = childOf(node, 'decomposesTo');
  checkConfiguration(context, childOf(node, 'defaultConfiguration'));
  checkConfiguration(context, childOf(node, 'configuration'));
  return {
    id: attributeIn(node, 'id').name,
    at: node.at,
    name: textIn(node, 'name'),
    documentation: textIn(node, 'documentation'),
    flows: parseFlows(node),
    join: routingOf(childOf(node, 'join')),
    split: routingOf(childOf(node, 'split')),
    removes: childrenOf(node, 'removesTokens').map((each) => attributeIn(each, 'id')),
    removesFlows: childrenOf(node, 'removesTokensFromFlow').map((each) => ({
      from: idIn(each, 'flowSource'),
      to: idIn(each, 'flowDestination'),
      at: each.at,
    })),
    starting: parseMappings(context, childOf(node, 'startingMappings')),
    completed: parseMappings(context, childOf(node, 'completedMappings')),
    enablement: parseMappings(context, childOf(node, 'enablementMappings')),
    timer: parseTimer(childOf(node, 'timer')),
    resourcing: parseResourcing(context, childOf(node, 'resourcing')),
    customForm: textIn(node, 'customForm'),
    decomposition: decomposesTo === undefined ? null : attributeIn(decomposesTo, 'id'),
    multiple: node.variant === 'MultipleInstanceExternalTaskFactsType' ? parseMultiple(node) : null,
  };
}

export function parseFlows(node: FormNode): readonly YawlFlow[] {
  return childrenOf(node, 'flowsInto').map((flow) => {
    const predicate = childOf(flow, 'predicate');
    const ordering = predicate === undefined ? undefined : attributeOf(predicate.element, 'ordering');
    return {
      to: idIn(flow, 'nextElementRef'),
      at: childOf(flow, 'nextElementRef')?.at ?? flow.at,
      predicate: predicate === undefined ? null : { text: contentOf(predicate), at: predicate.textAt },
      ordering: ordering === undefined ? null : Number(ordering.value) || 0,
      isDefault: childOf(flow, 'isDefaultFlow') !== undefined,
      documentation: textIn(flow, 'documentation'),
    };
  });
}

function idIn(node: FormNode, name: string): string {
  const found = childOf(node, name);
  return found === undefined ? '' : attributeIn(found, 'id').name;
}

function routingOf(node: FormNode | undefined): YawlRouting {
  const code = node === undefined ? '' : (attributeOf(node.element, 'code')?.value.toLowerCase() ?? '');
  return code === 'or' || code === 'xor' ? code : 'and';
}

function parseMappings(context: FormContext, node: FormNode | undefined): readonly YawlMapping[] {
  const mappings = childrenOf(node, 'mapping').map((mapping) => ({
    query: queryIn(mapping, 'expression'),
    to: textIn(mapping, 'mapsTo'),
    at: mapping.at,
  }));
  const seen = new Set<string>();
  for (const { query } of mappings) {
    if (query.text.trimStart().startsWith(dataGateway)) reportGateway(context, query);
    else if (query.text !== '' && seen.has(query.text)) reportTwice(context, query, node?.name ?? '');
    seen.add(query.text);
  }
  return mappings;
}

function reportGateway(context: FormContext, { text, at }: YawlQuery): void {
  context.report(at, {
    rule: 'not-supported',
    message:
      'This mapping calls a data gateway, a plug-in of the Java engine. Data gateways are not supported. Use a variable, or get the value from an automated task.',
    expected: 'an XPath or XQuery expression',
    actual: text.trim().slice(0, 80),
  });
}

/** The schema requires different expressions, and the engine drops one of two equal ones. */
function reportTwice(context: FormContext, { text, at }: YawlQuery, mappings: string): void {
  context.report(at, {
    rule: 'duplicate-query',
    message: `Two mappings of “${mappings}” have the same expression. Make them different, for example by a space.`,
    expected: 'different expressions',
    actual: text.trim().slice(0, 80),
  });
}

function queryIn(node: FormNode | undefined, name: string): YawlQuery {
  const found = childOf(node, name);
  const place = found ?? node;
  const attribute = found === undefined ? undefined : attributeOf(found.element, 'query');
  const { span, path } = place?.at ?? { span: { start: 0, end: 0 }, path: '' };
  return { text: attribute?.value ?? '', at: { span: attribute?.valueSpan ?? span, path } };
}

function parseMultiple(node: FormNode): YawlMultiple {
  const bound = (name: string): YawlQuery => {
    const found = childOf(node, name);
    return { text: found === undefined ? '' : contentOf(found).trim(), at: found?.textAt ?? node.at };
  };
  const named = (within: FormNode, name: string): LocatedName => ({
    name: textIn(within, name),
    at: childOf(within, name)?.textAt ?? within.at,
  });
  const input = childOf(node, 'miDataInput');
  const output = childOf(node, 'miDataOutput');
  const mode = childOf(node, 'creationMode');
  return {
    at: node.at,
    minimum: bound('minimum'),
    maximum: bound('maximum'),
    threshold: bound('threshold'),
    creation: mode === undefined ? '' : (attributeOf(mode.element, 'code')?.value ?? ''),
    input:
      input === undefined
        ? null
        : {
            expression: queryIn(input, 'expression'),
            splitting: queryIn(input, 'splittingExpression'),
            formal: named(input, 'formalInputParam'),
          },
    output:
      output === undefined
        ? null
        : {
            formal: queryIn(output, 'formalOutputExpression'),
            joining: queryIn(output, 'outputJoiningExpression'),
            variable: named(output, 'resultAppliedToLocalVariable'),
          },
  };
}
