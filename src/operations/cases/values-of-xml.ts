/** Converts the XML inputs of a case to values by name. */
import type { Json } from '../../kernel/index.ts';
import { OperationError } from '../contract/operation-error.ts';
import { readDataXml } from '../data/read-data-xml.ts';
import type { RunnableWorkflow } from '../runs/get-runnable.ts';
import { badParameters } from '../runs/launch.ts';

type Values = { readonly [name: string]: Json };

const field = 'case_xml';

/** Throws with all violations if it is invalid. */
export function valuesOfXml({ id, workflow }: RunnableWorkflow, data: Values, xml: string): Values {
  const { dataRoots } = workflow;
  if (dataRoots === undefined) throw refused(`“${id}” does not accept XML.`);
  if (Object.keys(data).length > 0) throw refused('The data of the case is sent twice, as JSON and as XML.');
  const fields = workflow.parameters.flatMap(({ name, shape }) =>
    shape === undefined ? [] : [{ name, shape }],
  );
  const readResult = readDataXml(xml, { roots: dataRoots, fields });
  if (readResult.kind === 'values') return readResult.values;
  throw badParameters(id, readResult.problems, field);
}

const refused = (message: string): OperationError =>
  new OperationError({
    code: 'invalid_input',
    message,
    suggestedAction: 'Send case_data, and omit case_xml.',
    violations: [{ path: field, rule: 'xml', message, expected: 'case_data', actual: 'XML' }],
  });
