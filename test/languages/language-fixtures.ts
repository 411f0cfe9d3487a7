/** The languages of this program, each with a small workflow of two questions, for the suite that all of them pass. */
import { fileURLToPath } from 'node:url';
import type { LanguageFixture } from '../../src/testing/index.ts';
import { specificationText } from '../yawl/specification-text.ts';

const program = fileURLToPath(new URL('../../bin/signalbox.js', import.meta.url));
const command = [process.execPath, program];

const graph: LanguageFixture = {
  command,
  language: 'graph',
  document: {
    file: 'pack.yaml',
    text: `workflows:
  pack:
    description: Packs a parcel
    params: { what: { type: str, required: true, example: books } }
    graph:
      weigh: { type: yield, message: How heavy is $what?, expects: { kilos: int } }
      label: { type: yield, depends_on: [weigh], message: "Label for $weigh.kilos kg?", expects: { text: str } }
    result: { kilos: $weigh.kilos, label: $label.text }
`,
  },
  broken: {
    file: 'broken.yaml',
    text: 'workflows:\n  pack:\n    graph:\n      weigh: { type: yield, message: $what }\n      label: { call: x, depends_on: [wiegh] }\n',
    errors: [
      { rule: 'unknown-name', line: 4, column: 38 },
      { rule: 'unknown-node', line: 5, column: 38 },
    ],
  },
  workflow: 'pack',
  inputs: { what: 'books' },
  answers: [
    { task: 'weigh', answer: { kilos: 3 } },
    { task: 'label', answer: { text: 'L' } },
  ],
  refused: { kilos: 'many' },
  output: { kilos: 3, label: 'L' },
};

const guide: LanguageFixture = {
  command,
  language: 'guide',
  document: {
    file: 'tidy.yaml',
    text: `id: tidy
name: Tidy up
description: Tidies a room
version: 1.0.0
steps:
  - { id: sort, title: Sort, prompt: "Sort what lies around in {{room}}." }
  - { id: clean, title: Clean, prompt: Clean the floor. }
`,
  },
  broken: {
    file: 'broken.yaml',
    text: 'id: tidy\nname: Tidy up\ndescription: Tidies\nversion: 1.0.0\nsteps:\n  - { id: sort, title: Sort, promt: Sort. }\n',
    errors: [{ rule: 'unknown-key', line: 6, column: 30 }],
  },
  workflow: 'tidy',
  inputs: { context: { room: 'the cellar' } },
  answers: [
    { task: 'sort', answer: { output: 'sorted' }, drawnAs: 'Sort' },
    { task: 'clean', answer: { output: 'clean', context: { shines: true } }, drawnAs: 'Clean' },
  ],
  refused: { output: 'sorted', context: 'none' },
  output: {
    context: { room: 'the cellar', shines: true },
    outputs: { sort: 'sorted', clean: 'clean' },
  },
};

const questions: LanguageFixture = {
  command,
  language: 'questions',
  document: {
    file: 'pickup.yaml',
    text: `version: "1.0.0"
workflow_id: pickup
states:
  floor:
    question: { id: floor, type: integer, prompt: "On which floor?", validation: { max_value: 9 } }
    next_state: when
  when: { question: { id: when, type: choice, prompt: "When?", validation: { choices: [morning, evening] } } }
`,
  },
  broken: {
    file: 'broken.yaml',
    text: 'version: "1.0.0"\nworkflow_id: pickup\nstates:\n  floor:\n    question: { id: floor, type: integer, promt: "On which floor?" }\n    next_state: wen\n  when: { question: { id: when, type: string, prompt: "When?" } }\n',
    errors: [
      { rule: 'unknown-key', line: 5, column: 43 },
      { rule: 'dangling-state', line: 6, column: 17 },
    ],
  },
  workflow: 'pickup',
  inputs: {},
  answers: [
    { task: 'floor', answer: { value: 3 } },
    { task: 'when', answer: { value: 'evening' } },
  ],
  refused: { value: 10 },
  output: { answers: { floor: 3, when: 'evening' }, operations: {} },
};

const specification = specificationText({
  uri: 'Loan',
  nets: [
    {
      id: 'LoanNet',
      inputs: { customer: 'string!' },
      outputs: { granted: 'boolean' },
      locals: { granted: 'boolean = false' },
      begin: ['Check'],
      tasks: {
        Check: { to: ['Decide'], starting: { customer: '<customer>{/LoanNet/customer/text()}</customer>' } },
        Decide: { to: ['o'], completed: { granted: '<granted>{/Decide/granted/text()}</granted>' } },
      },
    },
  ],
  work: { Check: { inputs: { customer: 'string' } }, Decide: { outputs: { granted: 'boolean' } } },
});

const yawl: LanguageFixture = {
  command,
  language: 'yawl',
  document: { file: 'loan.yawl', text: specification },
  broken: {
    file: 'broken.yawl',
    text: specification.replace('<mapsTo>granted', '<mapsTo>grantde'),
    errors: [{ rule: 'unknown-variable', line: 20, column: 21 }],
  },
  workflow: 'Loan',
  inputs: { customer: 'Ann' },
  answers: [
    { task: 'Check', answer: {} },
    { task: 'Decide', answer: { granted: true } },
  ],
  refused: { granted: 'perhaps' },
  output: { granted: true },
};

export const languageFixtures = { graph, guide, questions, yawl };
