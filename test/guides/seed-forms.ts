/** The forms of requests and answers in the design, with names of types in place of values. */

export interface SeedForm {
  /** As written: “string” is not the name of a workflow. */
  readonly request: string;
  /** The expected result. */
  readonly code: number | null;
  /** Parameters that replace the names of types. */
  readonly params: Readonly<Record<string, unknown>>;
  /** By field: the name of a type. */
  readonly result: Readonly<Record<string, string>>;
}

export const seedForms: readonly SeedForm[] = [
  {
    request: `{
  "jsonrpc": "2.0",
  "id": 1,
  "method": "workflow_list",
  "params": null
}`,
    code: null,
    params: {},
    result: {
      'workflows[].id': 'string',
      'workflows[].name': 'string',
      'workflows[].description': 'string',
      'workflows[].category': 'string',
      'workflows[].version': 'string',
    },
  },
  {
    request: `{
  "jsonrpc": "2.0",
  "id": 2,
  "method": "workflow_get",
  "params": {
    "id": "string",
    "mode": "preview"
  }
}`,
    code: -32001,
    params: { id: 'auth-implementation' },
    result: {
      id: 'string',
      name: 'string',
      description: 'string',
      version: 'string',
      'preconditions[]': 'string',
      totalSteps: 'number',
      'firstStep.id': 'string',
      'firstStep.title': 'string',
      'firstStep.prompt': 'string',
      'firstStep.guidance[]': 'string',
      'firstStep.requireConfirmation': 'boolean',
    },
  },
  {
    request: `{
  "jsonrpc": "2.0",
  "id": 3,
  "method": "workflow_next",
  "params": {
    "workflowId": "string",
    "currentStep": "string",
    "completedSteps": ["string"],
    "context": {}
  }
}`,
    code: -32001,
    params: {
      workflowId: 'coding-task-workflow-with-loops',
      currentStep: 'phase-0-intelligent-triage',
      completedSteps: ['phase-0-intelligent-triage'],
      context: { taskComplexity: 'Large', openQuestions: 1 },
    },
    result: {
      'step.id': 'string',
      'step.title': 'string',
      'step.prompt': 'string',
      'step.agentRole': 'string',
      'step.guidance[]': 'string',
      'step.askForFiles': 'boolean',
      'step.requireConfirmation': 'boolean',
      'step.runCondition': 'object',
      'guidance.prompt': 'string',
      'guidance.modelHint': 'string',
      'guidance.requiresConfirmation': 'boolean',
      'guidance.validationCriteria[]': 'string',
      isComplete: 'boolean',
    },
  },
  {
    request: `{
  "jsonrpc": "2.0",
  "id": 4,
  "method": "workflow_validate",
  "params": {
    "workflowId": "string",
    "stepId": "string",
    "output": "string",
    "context": {
      "taskScope": "large",
      "userExpertise": "expert",
      "complexity": 0.8
    }
  }
}`,
    code: -32001,
    params: { workflowId: 'adaptive-development', stepId: 'testing' },
    result: {
      valid: 'boolean',
      'issues[]': 'string',
      'suggestions[]': 'string',
    },
  },
  {
    request: `{
  "jsonrpc": "2.0",
  "id": 5,
  "method": "workflow_validate_json",
  "params": {
    "workflowJson": "string"
  }
}`,
    code: null,
    params: {},
    result: {
      valid: 'boolean',
      'issues[]': 'string',
      'suggestions[]': 'string',
    },
  },
];
