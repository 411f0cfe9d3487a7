/** Checklists: entries that are ticked one after the other. A worked example of a language of your own. */

const id = 'checklist';

const looksRight = /^checklist:/m;

/** One rule for each form of a line. */
const forms = {
  name: /^checklist: *(?<name>[a-z][a-z0-9-]*)$/,
  about: /^about: *(?<about>.+)$/,
  list: /^entries:$/,
  entry: /^ {2}- (?<entry>[a-z][a-z0-9_]*): *(?<text>.+)$/,
  blank: /^\s*(#.*)?$/,
};

/** Reads every line, and reports all that is wrong at once. */
function parse(text) {
  const list = { name: '', line: 1, about: '', entries: [] };
  const violations = [];
  const report = (line, column, length, rule, message, expected, actual) =>
    violations.push({
      ...{ path: list.name, rule, message, expected, actual, suggestion: null },
      ...{ line, column, endLine: line, endColumn: column + length },
    });
  text.split(/\r?\n/).forEach((written, at) => {
    const line = at + 1;
    const [form, match] = Object.entries(forms)
      .map(([each, pattern]) => [each, pattern.exec(written)])
      .find(([, found]) => found !== null) ?? [null, null];
    if (form === 'name') Object.assign(list, { name: match.groups.name, line });
    if (form === 'about') list.about = match.groups.about;
    if (form === 'entry') {
      const { entry, text: words } = match.groups;
      const first = list.entries.find((other) => other.id === entry);
      if (first === undefined) list.entries.push({ id: entry, text: words, line, column: 5 });
      else {
        const message = `The entry “${entry}” exists already, in line ${first.line}. Rename one of them.`;
        report(line, 5, entry.length, 'duplicate-entry', message, 'a unique name', entry);
      }
    }
    if (form === null) {
      const message = `“${written.trim()}” is not an entry. Write “  - name: what to do”.`;
      const column = written.search(/\S/) + 1;
      report(
        line,
        column,
        written.trim().length,
        'unknown-line',
        message,
        '“  - name: text”',
        written.trim(),
      );
    }
  });
  if (list.entries.length === 0)
    report(list.line, 1, 1, 'no-entries', 'It has no entries.', 'entries', 'none');
  return { list, violations };
}

/** A net with one task for each entry, in a row. The kernel plays it. */
function compile({ name, entries }) {
  const places = ['in', ...entries.slice(1).map((entry) => `before ${entry.id}`), 'out'];
  return {
    semantics: 1,
    root: name,
    nets: [
      {
        id: name,
        input: 'in',
        output: 'out',
        places: places.map((place) => ({ id: place })),
        variables: [
          { name: 'subject', initial: '', parameter: 'optional' },
          ...entries.map((entry) => ({ name: entry.id })),
        ],
        tasks: entries.map((entry, at) => ({
          id: entry.id,
          from: [places[at]],
          join: 'xor',
          split: 'xor',
          flows: [{ to: places[at + 1] }],
          work: {
            kind: 'offer',
            // The facets below receive it again. “language” and “expects” are read by the program.
            item: { language: id, entry: entry.id, position: at + 1, of: entries.length, expects },
            input: { kind: 'record', fields: [{ name: 'message', value: filled(entry.text) }] },
          },
          outputs: [{ to: entry.id, value: { kind: 'read', name: '$output' } }],
          source: { line: entry.line, column: entry.column },
        })),
        result: {
          kind: 'record',
          fields: entries.map((entry) => ({ name: entry.id, value: { kind: 'read', name: entry.id } })),
        },
        onFailure: 'abort',
      },
    ],
  };
}

/** The fields of an answer. */
const expects = [
  { name: 'done', type: 'bool', required: true },
  { name: 'note', type: 'str', required: false, default: '' },
];

/** An expression that the evaluator of this language computes. */
const filled = (text) => ({ kind: 'eval', evaluator: id, source: text, reads: ['subject'] });

const evaluators = {
  [id]: {
    compile(source, resolve) {
      const subject = resolve('subject');
      return (scope) => source.replaceAll('{subject}', () => String(scope.get(subject)));
    },
  },
};

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
    ...{ name, domain: '', description: about, version: '', line, column: 12 },
    parameters: [{ ...subject, description: 'Replaces {subject} in the entries.' }],
    program: violations.length === 0 ? compile(list) : null,
    sketch: {
      title: name,
      nodes: entries.map((entry) => ({
        ...{ id: entry.id, name: entry.id, kind: 'question' },
        ...{ join: null, split: null, group: null, remarks: [] },
      })),
      links: entries
        .slice(1)
        .map((entry, at) => ({ from: entries[at].id, to: entry.id, label: null, kind: 'next' })),
      begins: entries.slice(0, 1).map((entry) => entry.id),
      remarks: [],
    },
    samples: entries.map((entry) => ({ net: name, task: entry.id, output: { done: true, note: '' } })),
    tasks: entries.map((entry) => ({
      ...{ net: name, task: entry.id, description: entry.text, line: entry.line, column: entry.column },
    })),
    content: { entries: entries.map((entry) => entry.text) },
  };
  return { language: id, workflows: [workflow], violations, warnings: [] };
}

const items = {
  /** Receives items of every language: those of others do not have the field of this one. */
  present: ({ checklist }) =>
    checklist && { title: `${checklist.entry} (${checklist.position} of ${checklist.of})` },
  /** Called for items of this language only. */
  fitAnswer({ id: item }, given, fitExpected) {
    const value = fitExpected(given);
    if (value.done) return { kind: 'fitted', value };
    const message = 'An entry can only be answered when it is done.';
    return { kind: 'refused', report: { code: 'answer_refused', message, context: { item } } };
  },
  checkAnswer: (_item, _input, answer) => (answer.done ? null : 'it is not done'),
  nameOf: ({ run, task }) => `${run}/${task}`,
  parseName(name) {
    const [, run, task] = /^([^/]+)\/([^/]+)$/.exec(name) ?? [];
    return run === undefined ? [] : [{ run, path: [], task }];
  },
};

/** What it adds to the interfaces. @param z the package zod */
const api = (z) => ({
  items: {
    fields: { checklist: z.object({ entry: z.string(), position: z.int(), of: z.int() }) },
    answerFields: { checklist: { type: 'object', description: 'Of a checklist: entry, position, of.' } },
    view: ({ item: { entry, position, of } }) => ({ checklist: { entry, position, of } }),
  },
  operations: [
    {
      name: 'checklists.print',
      summary: 'Returns a checklist as text, to print it.',
      input: z.strictObject({ workflow: z.string().max(1_000) }),
      output: z.object({ text: z.string() }),
      route: 'POST /v1/workflows/{workflow}/print',
      example: { workflow: 'open-shop' },
      async perform({ workflow: name }, host) {
        const { language, workflow } = await host.workflow(name);
        if (language !== id || workflow === null) {
          host.refuse({ code: 'invalid_input', message: `“${name}” is not a checklist without errors.` });
        }
        return { text: workflow.content.entries.map((entry) => `[ ] ${entry}\n`).join('') };
      },
    },
  ],
  tools: [
    {
      name: 'checklist_print',
      title: 'Print a checklist',
      description: 'Returns a checklist as text. Use it when the user wants the list on paper.',
      toolset: 'checklists',
      operation: 'checklists.print',
      input: z.strictObject({ workflow_id: z.string().max(1_000) }),
      renames: { workflow_id: 'workflow' },
      output: { type: 'object', properties: { text: { type: 'string' } } },
      present: ({ text }) => ({ text }),
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

export default {
  id,
  looksLike: 'a checklist with “checklist” and “entries”',
  recognises: ({ text }) => looksRight.test(text),
  read,
  evaluators,
  items,
  api,
  verbs,
  instructions: {
    toolset: 'checklists',
    term: 'checklist: a workflow whose entries are ticked one after the other.',
    listed: 'Those of the language “checklist” ask for their entries one after the other.',
    alone: 'Signalbox holds checklists. checklist_print returns one as text.',
  },
};
