/**
 * Requests and answers as the design of the guides' tools shows them, and our differences with the reason. The guides
 * are those of `examples/guides`.
 */

export interface SeedExample {
  readonly title: string;
  readonly request: string;
  /** A text that ends with `...` is only the beginning. */
  readonly answer: string;
  /** Fields of the answer that differ from the design. */
  readonly otherwise?: Readonly<Record<string, Otherwise>>;
}

export interface Otherwise {
  readonly why: string;
  /** The actual value. */
  readonly is: unknown;
}

/** Suggestions derive from the rule that failed; the shown ones follow from no rule. */
export const suggested: Readonly<Record<string, Otherwise>> = {
  'result.suggestions[1]': {
    why: 'what was expected, with an example; the text that is shown follows from no rule',
    is: /for example “repository”/,
  },
  'result.suggestions.length': { why: 'one for each rule that failed', is: 3 },
};

/** Shown several times, with different ids. */
export const accepted = (id: string): string => `{
  "jsonrpc": "2.0",
  "id": "${id}",
  "result": {
    "valid": true,
    "issues": [],
    "suggestions": []
  }
}`;

/** For documents without description and steps. */
export const lacksTwo = (id: string): string => `{
  "jsonrpc": "2.0",
  "id": "${id}",
  "result": {
    "valid": false,
    "issues": [
      "Missing required property 'description'",
      "Missing required property 'steps'"
    ],
    "suggestions": [
      "Add required 'description' field with a meaningful description",
      "Add required 'steps' array with at least one step object"
    ]
  }
}`;

export const referenceExamples: readonly SeedExample[] = [
  {
    title: 'workflow_get, preview mode',
    request: `{
  "jsonrpc": "2.0",
  "id": 2,
  "method": "workflow_get",
  "params": {
    "id": "coding-task-workflow-with-loops",
    "mode": "preview"
  }
}`,
    answer: `{
  "jsonrpc": "2.0",
  "id": 2,
  "result": {
    "id": "coding-task-workflow-with-loops",
    "name": "Excellent Adaptive Coding Workflow",
    "description": "A comprehensive workflow for AI-assisted coding",
    "version": "0.1.0",
    "preconditions": ["User has a clear task description"],
    "clarificationPrompts": ["What is the complexity level?"],
    "metaGuidance": ["Follow PREP -> IMPLEMENT -> VERIFY pattern"],
    "totalSteps": 8,
    "firstStep": {
      "id": "phase-0-intelligent-triage",
      "title": "Phase 0: Intelligent Task Triage & Complexity Analysis",
      "prompt": "**ANALYZE**: Evaluate the provided task for complexity indicators...",
      "agentRole": "You are a technical assessment specialist...",
      "guidance": ["Be thorough in your analysis"],
      "requireConfirmation": true
    }
  }
}`,
  },
  {
    title: 'workflow_get, metadata mode',
    request: `{
  "jsonrpc": "2.0",
  "id": 2,
  "method": "workflow_get",
  "params": {
    "id": "coding-task-workflow-with-loops",
    "mode": "metadata"
  }
}`,
    answer: `{
  "jsonrpc": "2.0",
  "id": 2,
  "result": {
    "id": "coding-task-workflow-with-loops",
    "name": "Excellent Adaptive Coding Workflow",
    "description": "A comprehensive workflow for AI-assisted coding",
    "version": "0.1.0",
    "preconditions": ["User has a clear task description"],
    "clarificationPrompts": ["What is the complexity level?"],
    "metaGuidance": ["Follow PREP -> IMPLEMENT -> VERIFY pattern"],
    "totalSteps": 8
  }
}`,
  },
  {
    title: 'basic validation',
    request: `{
  "jsonrpc": "2.0",
  "id": "validate-1",
  "method": "workflow_validate",
  "params": {
    "workflowId": "auth-implementation",
    "stepId": "create-middleware",
    "output": "Created JWT authentication middleware that extracts tokens from Authorization header and returns 401 for invalid tokens."
  }
}`,
    answer: accepted('validate-1'),
  },
  {
    title: 'context-aware validation',
    request: `{
  "jsonrpc": "2.0",
  "id": "validate-2", 
  "method": "workflow_validate",
  "params": {
    "workflowId": "adaptive-development",
    "stepId": "implementation",
    "output": "Implemented basic feature functionality with standard patterns.",
    "context": {
      "userExpertise": "expert",
      "complexity": 0.9,
      "taskScope": "large"
    }
  }
}`,
    answer: `{
  "jsonrpc": "2.0",
  "id": "validate-2",
  "result": {
    "valid": false,
    "issues": [
      "Expert implementation should use advanced patterns",
      "Complex tasks require optimization considerations"
    ],
    "suggestions": [
      "Review validation criteria and adjust output accordingly.",
      "Consider adding architectural patterns for expert-level implementation."
    ]
  }
}`,
    otherwise: suggested,
  },
  {
    title: 'valid workflow JSON',
    request: String.raw`{
  "jsonrpc": "2.0",
  "id": "validate-json-1",
  "method": "workflow_validate_json",
  "params": {
    "workflowJson": "{\"id\":\"test-workflow\",\"name\":\"Test Workflow\",\"description\":\"A simple test workflow\",\"version\":\"1.0.0\",\"steps\":[{\"id\":\"step1\",\"title\":\"First Step\",\"prompt\":\"Do something useful\"}]}"
  }
}`,
    answer: accepted('validate-json-1'),
  },
  {
    title: 'invalid JSON syntax',
    request: String.raw`{
  "jsonrpc": "2.0",
  "id": "validate-json-2",
  "method": "workflow_validate_json",
  "params": {
    "workflowJson": "{\"id\":\"test-workflow\",\"name\":\"Test Workflow\",\"description\":\"Missing closing brace\""
  }
}`,
    answer: `{
  "jsonrpc": "2.0",
  "id": "validate-json-2",
  "result": {
    "valid": false,
    "issues": [
      "JSON syntax error: Unexpected end of JSON input at position 75"
    ],
    "suggestions": [
      "Check for missing closing braces, brackets, or quotes",
      "Validate JSON syntax using a JSON validator or formatter"
    ]
  }
}`,
    otherwise: {
      'result.issues[0]': {
        why: 'the text has 82 characters; line and column are promised, too',
        is: /^JSON syntax error: Unexpected end of JSON input at position 82 \(line 1, column 83\)$/,
      },
    },
  },
  {
    title: 'schema validation error',
    request: String.raw`{
  "jsonrpc": "2.0",
  "id": "validate-json-3",
  "method": "workflow_validate_json",
  "params": {
    "workflowJson": "{\"id\":\"test-workflow\",\"name\":\"Test Workflow\"}"
  }
}`,
    answer: lacksTwo('validate-json-3'),
  },
];
