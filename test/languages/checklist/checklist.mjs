/** Checklists, whose entries are ticked one after the other: a complete example of a language of your own. */

const id = 'checklist';

/** The forms that a line can have. */
const forms = {
  name: /^checklist: *(?<name>[a-z][a-z0-9-]*)$/,
  about: /^about: *(?<about>.+)$/,
  list: /^entries:$/,
  entry: /^ {2}- (?<entry>[a-z][a-z0-9_]*): *(?<text>.+)$/,
  blank: /^\s*(#.*)?$/,
};

/** Reports everything that is wrong, at once and with its position. */
function parse(text) {
  const list = { name: '', about: '', entries: [], line: 1 };
  const violations = [];
  const report = (line, column, written, rule, message, expected) => {
    const range = { line, column, endLine: line, endColumn: column + written.length };
    violations.push({
      path: list.name,
      rule,
      message,
      expected,
      actual: written,
      ...range,
      suggestion: null,
    });
  };
  for (const [at, words] of text.split(/\r?\n/).entries()) {
    const line = at + 1;
    const form = Object.keys(forms).find((each) => forms[each].test(words));
    const { name, about, entry, text: task } = forms[form]?.exec(words).groups ?? {};
    if (form === 'name') Object.assign(list, { name, line });
    if (form === 'about') list.about = about;
    if (form === 'entry' && list.entries.some((other) => other.id === entry)) {
      const message = `There are two entries “${entry}”. Rename one of them.`;
      report(line, 5, entry, 'duplicate-entry', message, 'a unique name');
    } else if (form === 'entry') list.entries.push({ id: entry, text: task, line, column: 5 });
    if (form === undefined) {
      const message = `This is not an entry. Write “  - name: what to do”.`;
      report(line, words.search(/\S/) + 1, words.trim(), 'unknown-line', message, '“  - name: text”');
    }
  }
  if (list.entries.length === 0) report(list.line, 1, '', 'no-entries', 'It has no entries.', 'entries');
  return { list, violations };
}

/** The fields of an answer. */
const expects = [
  { name: 'done', type: 'bool', required: true },
  { name: 'note', type: 'str', required: false, default: '' },
];

/** A net with a task for each entry, one after the other. This is all that a run needs. */
function compile({ name, entries }) {
  const places = ['in', ...entries.slice(1).map((entry) => `before ${entry.id}`), 'out'];
  const result = entries.map((entry) => ({ name: entry.id, value: { kind: 'read', name: entry.id } }));
  const tasks = entries.map((entry, at) => ({
    id: entry.id,
    ...{ from: [places[at]], join: 'xor', split: 'xor', flows: [{ to: places[at + 1] }] },
    work: {
      kind: 'offer',
      // “items” below receives this again. Signalbox itself reads “language” and “expects”.
      item: { language: id, entry: entry.id, position: at + 1, of: entries.length, expects },
      input: { kind: 'record', fields: [{ name: 'message', value: fillIn(entry.text) }] },
    },
    outputs: [{ to: entry.id, value: { kind: 'read', name: '$output' } }],
    source: { line: entry.line, column: entry.column },
  }));
  const net = {
    ...{ id: name, input: 'in', output: 'out', places: places.map((place) => ({ id: place })), tasks },
    variables: [
      { name: 'subject', initial: '', parameter: 'optional' },
      ...entries.map((entry) => ({ name: entry.id })),
    ],
    result: { kind: 'record', fields: result },
    onFailure: 'abort',
  };
  return { semantics: 1, root: name, nets: [net] };
}

/** An expression that the evaluator below computes. */
const fillIn = (text) => ({ kind: 'eval', evaluator: id, source: text, reads: ['subject'] });

const evaluators = {
  [id]: {
    compile(source, resolve) {
      const subject = resolve('subject');
      return (scope) => source.replaceAll('{subject}', () => String(scope.get(subject)));
    },
  },
};

function draw({ name, entries }) {
  const plain = { kind: 'question', join: null, split: null, group: null, remarks: [] };
  const linkTo = (entry, at) => ({ from: entries[at].id, to: entry.id, label: null, kind: 'next' });
  return {
    title: name,
    nodes: entries.map((entry) => ({ id: entry.id, name: entry.id, ...plain })),
    links: entries.slice(1).map(linkTo),
    begins: entries.slice(0, 1).map((entry) => entry.id),
    remarks: [],
  };
}

function read({ text }) {
  const { list, violations } = parse(text);
  const { name, about, entries, line } = list;
  const subject = {
    name: 'subject',
    type: { kind: 'string' },
    typeName: 'str',
    required: false,
    default: '',
  };
  const workflow = {
    ...{ name, domain: '', description: about, version: '', line, column: 1 },
    parameters: [{ ...subject, description: 'Replaces {subject} in the entries.' }],
    program: violations.length === 0 ? compile(list) : null,
    sketch: draw(list),
    samples: entries.map((entry) => ({ net: name, task: entry.id, output: { done: true, note: '' } })),
    tasks: entries.map(({ id: task, text: description, line, column }) => ({
      ...{ net: name, task, description, line, column },
    })),
    content: { entries: entries.map((entry) => entry.text) },
  };
  return { language: id, workflows: [workflow], violations, warnings: [] };
}

/** For editors and agents. */
const schema = {
  mediaType: 'application/schema+json',
  text: () =>
    JSON.stringify({
      type: 'object',
      properties: {
        checklist: { type: 'string', description: 'Its name.' },
        about: { type: 'string', description: 'What it is for.' },
        entries: { type: 'array', items: { type: 'object', maxProperties: 1 }, description: 'Text by name.' },
      },
      required: ['checklist', 'entries'],
      additionalProperties: false,
    }),
};

const reference = {
  title: 'Checklists',
  summary: 'Asks for entries one after the other, until all are ticked.',
  fileNames: ['*.yaml'],
  page: () =>
    '# Checklists\n\nEach entry is a line `  - name: text`. `{subject}` is replaced by the parameter.\n',
  examples: [
    {
      name: 'tea.yaml',
      title: 'Two entries',
      text: 'checklist: tea\nentries:\n  - water: Boil it\n  - tea: Add it\n',
    },
  ],
};

const items = {
  /** Asked about items of every language. Those of others do not have the field of this one. */
  present: ({ checklist }) =>
    checklist && { title: `${checklist.entry} (${checklist.position} of ${checklist.of})` },
  fitAnswer({ id: item }, given, fitExpected) {
    // Its fields are validated like those of any answer.
    const value = fitExpected(given);
    if (value.done) return { kind: 'fitted', value };
    const message = 'An entry can only be answered when it is done.';
    return { kind: 'refused', report: { code: 'answer_refused', message, context: { item } } };
  },
  checkAnswer: (_item, _input, answer) => (answer.done ? null : 'it is not done'),
  nameOf: ({ run, task }) => `${run}~${task}`,
  parseName(name) {
    const [run, task] = name.split('~');
    return task === undefined ? [] : [{ run, path: [], task }];
  },
};

/** What it adds to the interfaces. @param z the package zod */
const api = (z) => ({
  items: {
    fields: { checklist: z.object({ entry: z.string(), position: z.int(), of: z.int() }) },
    view: ({ item: { entry, position, of } }) => ({ checklist: { entry, position, of } }),
  },
  operations: [
    {
      name: 'checklists.print',
      summary: 'Returns a checklist as text, to print it.',
      rest: { method: 'POST', path: '/v1/workflows/{workflow}/print' },
      tool: {
        ...{ name: 'checklist_print', title: 'Print a checklist', toolset: 'checklists' },
        description: 'Returns a checklist as text. Use it when the user wants the list on paper.',
      },
      examples: [{ input: { workflow: 'open-shop' } }],
      input: z.strictObject({ workflow: z.string().max(1_000) }),
      output: z.object({ text: z.string() }),
      async perform({ workflow: name }, host) {
        const { language, workflow } = await host.workflow(name);
        if (language === id && workflow !== null)
          return { text: workflow.content.entries.map((entry) => `[ ] ${entry}\n`).join('') };
        return host.refuse({ code: 'invalid_input', message: `“${name}” is not a checklist.` });
      },
    },
  ],
});

const verbs = [
  {
    ...{ name: 'print', summary: 'prints a checklist', usage: 'NAME', maxArguments: 1 },
    async run([workflow = ''], { out, call }) {
      out((await call('checklists.print', { workflow })).text);
      return 0;
    },
  },
];

const instructions = {
  toolset: 'checklists',
  term: 'checklist: a workflow whose entries are ticked one after the other.',
  alone: 'Signalbox holds checklists. checklist_print returns one as text.',
};

export default {
  id,
  looksLike: 'a checklist with “checklist” and “entries”',
  recognises: ({ text }) => /^checklist:/m.test(text),
  read,
  evaluators,
  ...{ schema, reference, items, api, verbs, instructions },
};
