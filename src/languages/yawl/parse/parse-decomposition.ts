/** Parses decompositions: nets, and what atomic tasks do. */
import type { ReadSchema } from '../../xsd/read-schema.ts';
import type { FormContext } from '../form/form-context.ts';
import { attributeIn, childOf, childrenOf, contentOf, type FormNode, textIn } from '../form/form-node.ts';
import type { LocatedName, YawlCondition, YawlDecomposition, YawlGateway, YawlNet } from '../model/schema.ts';
import { outputsOfExpressions, warnOfExpressions } from './parse-output-expressions.ts';
import { parseFlows, parseTask } from './parse-task.ts';
import { parseVariables } from './parse-variables.ts';

/** `undefined` if its kind is unknown. */
export function parseDecomposition(
  context: FormContext,
  node: FormNode,
  schema: ReadSchema,
): YawlDecomposition | undefined {
  if (node.name === 'rootNet' || node.variant === 'NetFactsType') return parseNet(context, node, schema);
  return node.variant === 'WebServiceGatewayFactsType' ? parseGateway(context, node, schema) : undefined;
}

function ofBoth(context: FormContext, node: FormNode, schema: ReadSchema) {
  const id = attributeIn(node, 'id').name;
  const wholeDocument = context.version === 'Beta 2' || context.version === 'Beta 3';
  return {
    id,
    at: node.at,
    name: textIn(node, 'name'),
    documentation: textIn(node, 'documentation'),
    inputs: parseVariables(context, node, 'inputParam', schema),
    outputs: parseVariables(context, node, 'outputParam', schema),
    dataRoot: wholeDocument ? 'data' : id,
  };
}

function parseNet(context: FormContext, node: FormNode, schema: ReadSchema): YawlNet {
  const both = ofBoth(context, node, schema);
  const locals = parseVariables(context, node, 'localVariable', schema);
  const elements = childOf(node, 'processControlElements');
  const gateway = childOf(node, 'externalDataGateway');
  if (gateway !== undefined) reportGateway(context, gateway);
  const outputs = outputsOfExpressions(context, node, [...both.inputs, ...locals]);
  return {
    ...both,
    outputs: [...both.outputs, ...outputs],
    kind: 'net',
    isRoot: node.name === 'rootNet' || ['true', '1'].includes(attributeIn(node, 'isRootNet').name),
    locals,
    conditions: [
      ...childrenOf(elements, 'inputCondition').map((each) => parseCondition(each, 'input')),
      ...childrenOf(elements, 'condition').map((each) => parseCondition(each, 'plain')),
      ...childrenOf(elements, 'outputCondition').map((each) => parseCondition(each, 'output')),
    ],
    tasks: childrenOf(elements, 'task').map((each) => parseTask(context, each)),
  };
}

const parseCondition = (node: FormNode, kind: YawlCondition['kind']): YawlCondition => ({
  id: attributeIn(node, 'id').name,
  at: node.at,
  kind,
  name: textIn(node, 'name'),
  documentation: textIn(node, 'documentation'),
  flows: parseFlows(node),
});

function parseGateway(context: FormContext, node: FormNode, schema: ReadSchema): YawlGateway {
  const service = childOf(node, 'yawlService');
  const codelet = childOf(node, 'codelet');
  const wsdl = childOf(service, 'wsdlLocation') ?? childOf(service, 'operationName');
  if (wsdl !== undefined) {
    context.warn(wsdl.at, {
      rule: 'not-supported',
      message: `“${wsdl.name}” calls no web service: services.yaml names the operation that performs the service “${service === undefined ? '' : attributeIn(service, 'id').name}”.`,
      expected: 'the id of the service alone',
      actual: wsdl.name,
    });
  }
  const both = ofBoth(context, node, schema);
  warnOfExpressions(context, node, both.outputs);
  return {
    ...both,
    kind: 'gateway',
    enablement: parseVariables(context, node, 'enablementParam', schema),
    service: service === undefined ? null : attributeIn(service, 'id'),
    codelet: codelet === undefined ? null : textNamed(codelet),
    interaction: textIn(node, 'externalInteraction') === 'automated' ? 'automated' : 'manual',
  };
}

const textNamed = (node: FormNode): LocatedName => ({ name: contentOf(node).trim(), at: node.textAt });

function reportGateway(context: FormContext, node: FormNode): void {
  context.report(node.textAt, {
    rule: 'not-supported',
    message:
      'Data gateways are plug-ins of the Java engine and are not supported. Pass the data as parameters of the net, or get it from an automated task.',
    expected: 'no externalDataGateway',
    actual: contentOf(node).trim().slice(0, 80),
  });
}
