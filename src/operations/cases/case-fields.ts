/** Fields of operations about cases, in the words of their design: a case is a run, a specification a workflow. */
import { keyText, namedField, runField, waitField, workflowField } from '../contract/input-fields.ts';

export const caseField = runField.describe('Id of the case: a case is a run.');

export const specField = workflowField.describe('Id of the specification: any workflow is one.');

export const caseDataField = namedField('What the specification takes, by name.').default({});

/** Whoever submits a case can always send the same again. */
export const caseKeyField = keyText.describe(
  'New for each submission; sent again, it gives the same case instead of another one.',
);

export const caseWaitField = waitField.describe(
  'Milliseconds to wait at most until the case has ended or waits for somebody.',
);
