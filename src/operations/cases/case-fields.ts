/** Input fields of operations on cases, with the names of their design: a case is a run, a specification a workflow. */
import {
  keyText,
  namedField,
  runField,
  waitField,
  workflowField,
  xmlField,
} from '../contract/input-fields.ts';

export const caseField = runField.describe('Id of the case. A case is a run.');

export const specField = workflowField.describe(
  'Id of the specification. Any workflow is one. One with versions can also be named by its uri or its identifier.',
);

export const caseDataField = namedField('Inputs of the specification, by name.').default({});

/** For a specification with XML Schema types. */
export const caseXmlField = xmlField(
  'If the specification takes XML: the inputs as XML instead of case_data. The root element is the id of the root net, or the uri of the specification.',
).optional();

/** Required, so that a submission can always be repeated. */
export const caseKeyField = keyText.describe(
  'New for each submission. The same key again returns the same case instead of another one.',
);

export const caseWaitField = waitField.describe(
  'Maximum time to wait until the case has ended or waits for an answer, in milliseconds.',
);
