/** Fields of operations about cases, in the words of their design: a case is a run, a specification a workflow. */
import {
  keyText,
  namedField,
  runField,
  waitField,
  workflowField,
  xmlField,
} from '../contract/input-fields.ts';

export const caseField = runField.describe('Id of the case: a case is a run.');

export const specField = workflowField.describe(
  'Id of the specification: any workflow is one. A YAWL specification is also known by its uri and its identifier.',
);

export const caseDataField = namedField('What the specification takes, by name.').default({});

/** Of a specification whose types are those of XML Schema. */
export const caseXmlField = xmlField(
  'Of a YAWL specification: what it takes as XML instead of case_data. The root is the id of the root net, or the uri of the specification.',
).optional();

/** Whoever submits a case can always send the same again. */
export const caseKeyField = keyText.describe(
  'New for each submission; sent again, it gives the same case instead of another one.',
);

export const caseWaitField = waitField.describe(
  'Milliseconds to wait at most until the case has ended or waits for somebody.',
);
