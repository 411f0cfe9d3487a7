/** The example session of the design, request by request. */
import { accepted, lacksTwo, type SeedExample, suggested } from './seed-examples.ts';

export const sessionExamples: readonly SeedExample[] = [
  {
    title: '1. list available workflows',
    request: `{
  "jsonrpc": "2.0",
  "id": "list-1",
  "method": "workflow_list",
  "params": null
}`,
    answer: `{
  "jsonrpc": "2.0",
  "id": "list-1",
  "result": {
    "workflows": [
      {
        "id": "ai-task-implementation",
        "name": "AI Task Prompt Workflow",
        "description": "Guides through task understanding → planning → implementation → verification",
        "category": "development",
        "version": "1.0.0"
      }
    ]
  }
}`,
  },
  {
    title: '2. get workflow details',
    request: `{
  "jsonrpc": "2.0",
  "id": "get-1",
  "method": "workflow_get",
  "params": {
    "id": "ai-task-implementation"
  }
}`,
    answer: `{
  "jsonrpc": "2.0",
  "id": "get-1",
  "result": {
    "id": "ai-task-implementation",
    "name": "AI Task Prompt Workflow",
    "description": "Complete task implementation with verification",
    "preconditions": [
      "Task description is clear and complete"
    ],
    "steps": [
      {
        "id": "understand",
        "title": "Deep understanding of task and codebase",
        "prompt": "Analyze the task description...",
        "requireConfirmation": true
      }
    ]
  }
}`,
    otherwise: {
      'result.description': {
        why: 'workflow_list shows another one, and a guide has one',
        is: /^Guides through task understanding/,
      },
      'result.steps': {
        why: 'the modes of workflow_get tell the first step and no later one: it is “firstStep”',
        is: undefined,
      },
    },
  },
  {
    title: '3. get next step',
    request: `{
  "jsonrpc": "2.0",
  "id": "next-1",
  "method": "workflow_next",
  "params": {
    "workflowId": "ai-task-implementation",
    "completedSteps": [],
    "context": {"taskId": "TASK-123"}
  }
}`,
    answer: `{
  "jsonrpc": "2.0",
  "id": "next-1",
  "result": {
    "step": {
      "id": "understand",
      "title": "Deep understanding of task and codebase",
      "prompt": "Analyze the task description...",
      "requireConfirmation": true
    },
    "guidance": {
      "prompt": "First, let's understand the task thoroughly. Analyze the task description...",
      "modelHint": "model-with-strong-reasoning",
      "requiresConfirmation": true,
      "validationCriteria": [
        "Clear understanding of requirements",
        "Identified affected files",
        "Documented assumptions"
      ]
    },
    "isComplete": false
  }
}`,
    otherwise: {
      'result.guidance.prompt': {
        why: 'what stands before the prompt is a line of guidance, under its heading',
        is: /^## Step Guidance\n- First, let's understand the task thoroughly\.\n\nAnalyze the task description/,
      },
    },
  },
  {
    title: '4. validate step output',
    request: `{
  "jsonrpc": "2.0",
  "id": "validate-1",
  "method": "workflow_validate",
  "params": {
    "workflowId": "auth-implementation",
    "stepId": "implement-login",
    "output": "Created POST /auth/login endpoint that accepts email and password, validates credentials against database using bcrypt, and returns JWT token with 24h expiration on success.",
    "context": {
      "security": "high",
      "environment": "production"
    }
  }
}`,
    answer: accepted('validate-1'),
  },
  {
    title: '5. context-aware validation example',
    request: `{
  "jsonrpc": "2.0",
  "id": "validate-2",
  "method": "workflow_validate",
  "params": {
    "workflowId": "adaptive-development",
    "stepId": "expert-implementation",
    "output": "Implemented feature using basic CRUD operations with standard MVC pattern.",
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
      "Should include optimizations for complex features"
    ],
    "suggestions": [
      "Review validation criteria and adjust output accordingly.",
      "Consider adding architectural patterns like Repository, Strategy, or Observer for expert-level implementation."
    ]
  }
}`,
    otherwise: suggested,
  },
  {
    title: '6. validate workflow JSON',
    request: String.raw`{
  "jsonrpc": "2.0",
  "id": "validate-json-1",
  "method": "workflow_validate_json",
  "params": {
    "workflowJson": "{\"id\":\"sample-workflow\",\"name\":\"Sample Workflow\",\"description\":\"A workflow for demonstration\",\"version\":\"1.0.0\",\"steps\":[{\"id\":\"demo-step\",\"title\":\"Demo Step\",\"prompt\":\"Perform the demo action\"}]}"
  }
}`,
    answer: accepted('validate-json-1'),
  },
  {
    title: '7. JSON validation error',
    request: String.raw`{
  "jsonrpc": "2.0",
  "id": "validate-json-2",
  "method": "workflow_validate_json",
  "params": {
    "workflowJson": "{\"id\":\"invalid-workflow\",\"name\":\"Invalid Workflow\"}"
  }
}`,
    answer: lacksTwo('validate-json-2'),
  },
  {
    title: '8. error',
    request: `{
  "jsonrpc": "2.0",
  "id": "error-1",
  "method": "workflow_get",
  "params": {
    "id": "non-existent-workflow"
  }
}`,
    answer: `{
  "jsonrpc": "2.0",
  "id": "error-1",
  "error": {
    "code": -32001,
    "message": "Workflow not found",
    "data": {
      "workflowId": "non-existent-workflow"
    }
  }
}`,
  },
];
