/** Answers to the example guides: contexts, outputs, and the number of confirmations. */

export interface FollowedGuide {
  readonly id: string;
  readonly context: Readonly<Record<string, unknown>>;
  /** By step; default: any text. */
  readonly outputs: Readonly<Record<string, unknown>>;
  /** In the order of the requests. */
  readonly steps: readonly string[];
  readonly confirmations: number;
}

export const followedGuides: readonly FollowedGuide[] = [
  {
    id: 'ai-task-implementation',
    context: { taskId: 'TASK-7' },
    outputs: {
      understand: 'Requirements: one. Files: src/a.ts. Assumptions: none.',
      plan: '- change it\n- test it',
      verify: 'All tests of it pass.',
    },
    steps: ['understand', 'plan', 'implement', 'verify'],
    confirmations: 2,
  },
  {
    id: 'coding-task-workflow-with-loops',
    context: { taskComplexity: 'Small', filesToChange: ['a.ts', 'b.ts'], reviewVerdict: 'clean' },
    outputs: {
      'phase-0-intelligent-triage':
        'It is Small: two files that have tests already, and no interface that anybody else uses.',
      'phase-3-plan': 'First a.ts, then b.ts; the tests of both show that it works.',
      'phase-4-note-where-you-start': 'Everything passed.',
      'verify-file': '12 tests passed.',
      'phase-7-hand-over':
        'Both files round once, at the end. The tests of both show it, and nothing is left.',
    },
    steps: [
      'phase-0-intelligent-triage',
      'phase-3-plan',
      'phase-4-note-where-you-start',
      ...['prepare-file', 'implement-file', 'verify-file'],
      ...['prepare-file', 'implement-file', 'verify-file'],
      'phase-7-hand-over',
    ],
    confirmations: 2,
  },
  {
    id: 'auth-implementation',
    context: { environment: 'sketch' },
    outputs: {
      'create-middleware': 'Authentication by sessions; 401 for everybody else.',
      'implement-login': 'POST /login gives a token.',
      'describe-endpoints': { endpoint: '/login', method: 'POST' },
    },
    steps: ['create-middleware', 'implement-login', 'describe-endpoints'],
    confirmations: 0,
  },
  {
    id: 'adaptive-development',
    context: { userExpertise: 'novice', complexity: 0.1 },
    outputs: { testing: 'Two tests, one for an empty list and one for a full one.' },
    steps: ['implementation', 'testing', 'explain'],
    confirmations: 0,
  },
  {
    id: 'design-decision',
    context: {},
    outputs: {
      frame: 'A table, or a service of its own?',
      weigh: { assessments: { readiness: { evidence: 'examples', 'way-back': 'cheap' } } },
      'write-down': 'A table. A service was rejected. We think again at a thousand a second.',
    },
    steps: [
      ...['frame', 'views.1', 'views.2', 'views.3', 'views.synthesis'],
      ...['weigh', 'write-down', 'write-down.audit'],
    ],
    confirmations: 2,
  },
  {
    id: 'second-opinion',
    context: { seat: 'whoever pays', goal: 'What does it cost?' },
    outputs: { look: 'Nothing gets worse.', 'sum-up': 'Take the table. It is cheap. I am quite sure.' },
    steps: ['take-the-seat', 'look', 'sum-up'],
    confirmations: 0,
  },
  {
    id: 'release-checklist',
    context: { machines: ['alpha'], releaseVersion: '2.1.0' },
    outputs: {
      'run-everything': 'All green on 0f3c2ab.',
      tell: 'Version 2.1.0 is out. It is faster. Nothing breaks.',
    },
    steps: ['check-the-change-log', 'run-everything', 'tag', 'update-machine', 'watch-machine', 'tell'],
    confirmations: 1,
  },
];
