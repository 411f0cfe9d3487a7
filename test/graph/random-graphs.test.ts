/**
 * Random valid documents are accepted, sound and end; they run as the interpreter, which does not use nets,
 * predicts; and the reference engine reaches the same states from the same events. SIGNALBOX_NETS sets how many,
 * SIGNALBOX_SEED which, SIGNALBOX_NET runs one of them alone.
 */
import { expect, test } from 'vitest';
import { stringify } from 'yaml';
import { checkSoundness, link, type Program } from '../../src/kernel/index.ts';
import { graphLanguage } from '../../src/languages/graph/index.ts';
import type { ReadResult } from '../../src/languages/index.ts';
import { type Script, type Simulation, simulate } from '../../src/runtime/index.ts';
import { createRandom } from '../../src/testing/index.ts';
import { comparePrediction } from '../random-graphs/compare-prediction.ts';
import { branchesOf, kindOf, type NodeData } from '../random-graphs/document-data.ts';
import { interpretDocument } from '../random-graphs/interpreter.ts';
import { type RandomDocument, randomDocument } from '../random-graphs/random-document.ts';
import { shrinkDocument } from '../random-graphs/shrink-document.ts';
import { playRun } from '../random-nets/play.ts';
import { observeState } from '../reference-engine/observe-state.ts';
import { createReference } from '../reference-engine/reference.ts';

const seed = Number(process.env['SIGNALBOX_SEED'] ?? 20_260_820);
const count = Number(process.env['SIGNALBOX_NETS'] ?? (process.env['SIGNALBOX_LONG'] === '1' ? 2000 : 100));
const only = process.env['SIGNALBOX_NET'];
/** Far more than required: a busy machine must not fail the test. */
const patience = { timeout: Math.max(120_000, count * 2000) };
const { evaluators } = graphLanguage;
const maxSteps = 10_000;

/** Failures that a script or the author requests; any other is an error of the compiler. */
const honestFailures = ['error', 'refused', 'unavailable', 'timeout', 'all-failed', 'too-many-instances'];

const numbers = only === undefined ? [...Array(count).keys()] : [Number(only)];

/** Each has its own generator, so that its number and the seed are enough to reproduce it. */
const documentOf = (number: number): RandomDocument =>
  randomDocument(createRandom(Math.imul(seed + 1, 0x9e3779b1) + number));

/** Every second document is JSON. */
const textOf = ({ document }: RandomDocument, number: number): string =>
  number % 2 === 0
    ? stringify(document, { aliasDuplicateObjects: false })
    : JSON.stringify(document, null, 1);

/** A document with the results of its trial. */
interface Trial {
  readonly each: RandomDocument;
  readonly number: number;
  readonly readResult: ReadResult;
  /** Null if it was refused. */
  readonly played: { readonly program: Program; readonly simulation: Simulation } | null;
}

function tryOut(each: RandomDocument, number: number): Trial {
  const readResult = read(each, number);
  const program = readResult.workflows.find(({ name }) => name === each.root)?.program ?? null;
  const played = program === null ? null : { program, simulation: play(each, readResult, program) };
  return { each, number, readResult, played };
}

const read = (each: RandomDocument, number: number): ReadResult =>
  graphLanguage.read({ path: 'random.yaml', text: textOf(each, number) }, { operations: null });

/** Without operations and questions that the program never uses. */
function scriptFor({ script: encounters }: RandomDocument, program: Program): Script {
  const known = new Set(
    program.nets.flatMap(({ tasks }) =>
      tasks.flatMap(({ id, work, undo }) => [
        id,
        ...(work.kind === 'call' ? [work.operation] : []),
        ...(undo === undefined ? [] : [undo.operation]),
      ]),
    ),
  );
  const within = <T>(lines: Readonly<Record<string, T>>): Record<string, T> =>
    Object.fromEntries(Object.entries(lines).filter(([name]) => known.has(name)));
  return { calls: within(encounters.calls), answers: within(encounters.answers), start: 0 };
}

function play(each: RandomDocument, readResult: ReadResult, program: Program): Simulation {
  const authored = new Set(
    readResult.workflows.flatMap(({ tasks }) => tasks.map(({ net, task }) => `${net} ${task}`)),
  );
  const simulation = simulate(
    { program, evaluators, samples: [] },
    {
      params: each.params,
      script: scriptFor(each, program),
      limit: maxSteps,
      shows: (net, task) => authored.has(`${net} ${task}`),
    },
  );
  if (simulation.kind === 'problems') throw new Error(JSON.stringify(simulation.problems));
  return simulation;
}

/** Searches a trial for a problem; null if there is none. */
type Search = (trial: Trial) => string | null;

const findFault: Search = ({ readResult, played }) => {
  const [violation] = readResult.violations;
  if (violation !== undefined) return `${violation.rule}: ${violation.path}: ${violation.message}`;
  for (const { name, program } of readResult.workflows) {
    if (program === null) return `no-program: ${name}`;
    const linked = link(program, { evaluators });
    if (linked.kind === 'problems') return `link: ${JSON.stringify(linked.problems)}`;
    const unsound = checkSoundness(program).findings.find(({ severity }) => severity === 'error');
    if (unsound !== undefined) return `unsound: ${unsound.rule}: ${unsound.net}: ${unsound.message}`;
  }
  if (played === null) return 'no-program: the root is not there';
  const { status, failure } = played.simulation;
  if (status !== 'completed' && status !== 'failed') return `status: ${status}`;
  return failure === null || honestFailures.includes(failure.code)
    ? null
    : `failure: ${failure.code}: ${failure.message}`;
};

const findDifference: Search = ({ each, played }) => {
  if (played === null) return null;
  const { document, root, params, script: encounters } = each;
  const predicted = interpretDocument(document, root, params, encounters);
  return comparePrediction(predicted, { ...played.simulation, start: 0 });
};

const findMismatch: Search = ({ number, played }) => {
  if (played === null) return null;
  const { program, simulation } = played;
  const linked = link(program, { evaluators });
  if (linked.kind === 'problems') return null;
  const resolve = (): never => {
    throw new Error('No value is stored externally here.');
  };
  const left = [...simulation.events];
  const { mismatch, rejections } = playRun(
    {
      program,
      subject: linked.machine,
      oracle: createReference(program, evaluators, resolve),
      observe: (state) => observeState(program, state, resolve),
    },
    () => left.shift() ?? null,
    createRandom(number),
    maxSteps,
  );
  return mismatch?.text ?? (rejections.length > 0 ? `rejected: ${rejections.join(', ')}` : null);
};

const searches = [findFault, findDifference, findMismatch];

/** By search and by kind of finding: the first document that shows it, and the count. */
type Survey = ReadonlyMap<Search, Map<string, { readonly number: number; count: number }>>;

/** All documents are tried once, by the first test that runs. */
let surveyed: Survey | undefined;

function survey(): Survey {
  if (surveyed !== undefined) return surveyed;
  const all: Survey = new Map(searches.map((search) => [search, new Map()]));
  for (const number of numbers) {
    const trial = tryOut(documentOf(number), number);
    for (const [search, found] of all) {
      const finding = search(trial);
      if (finding === null) continue;
      const known = found.get(signOf(finding));
      if (known === undefined) found.set(signOf(finding), { number, count: 1 });
      else known.count += 1;
    }
  }
  surveyed = all;
  return all;
}

/** Maximum number of different findings to report. */
const enough = 3;

/** Reports the first document of each kind of finding, shrunk as far as possible. */
function expectNothing(search: Search): void {
  const descriptions = [...(survey().get(search) ?? [])]
    .slice(0, enough)
    .map(([sign, { number, count: times }]) => {
      const where = `SIGNALBOX_SEED=${seed} SIGNALBOX_NET=${number}`;
      return `── ${sign}: ${times} times, first in ${where}\n${describeFinding(search, sign, number)}`;
    });
  expect(descriptions.join('\n\n')).toBe('');
}

const signOf = (finding: string): string => finding.split(':')[0] ?? '';

function describeFinding(search: Search, sign: string, number: number): string {
  const each = documentOf(number);
  const rulesOf = ({ violations, warnings }: ReadResult): readonly string[] =>
    [...violations, ...warnings].map(({ rule }) => rule);
  const known = new Set(rulesOf(read(each, number)));
  const attempt = (document: RandomDocument['document']): string | null => {
    try {
      const trial = tryOut({ ...each, document }, number);
      const finding = search(trial);
      if (finding === null || signOf(finding) !== sign) return null;
      // Documents with another error, or that cannot be parsed, are discarded.
      interpretDocument(document, each.root, each.params, each.script);
      return rulesOf(trial.readResult).every((rule) => known.has(rule)) ? finding : null;
    } catch {
      return null;
    }
  };
  const document = shrinkDocument(each.document, (smaller) => attempt(smaller) !== null, 200);
  const small = { ...each, document };
  return [attempt(document) ?? search(tryOut(each, number)), textOf(small, 0), JSON.stringify(each)].join(
    '\n',
  );
}

test(`[G11] random valid documents are accepted, sound, and run to an end, seed ${seed}`, patience, () => {
  expectNothing(findFault);
});

test(
  `[G1][G2][G3][G4][G5][G6][G7][G8] random documents run as the interpreter predicts, seed ${seed}`,
  patience,
  () => {
    expectNothing(findDifference);
  },
);

test(`[M4] the reference engine runs random documents to the same states, seed ${seed}`, patience, () => {
  expectNothing(findMismatch);
});

test.skipIf(only !== undefined)(`[G11] random documents contain every kind, seed ${seed}`, patience, () => {
  const seen = new Map<string, number>();
  const add = (what: string): void => void seen.set(what, (seen.get(what) ?? 0) + 1);
  for (const number of numbers) {
    const { document, root, params, script: encounters } = documentOf(number);
    const nodes = Object.values(document.workflows)
      .flatMap(({ graph }) => Object.values(graph))
      .flatMap(within);
    for (const kind of new Set(nodes.map(kindOf))) add(kind);
    for (const { join } of nodes) if (join !== undefined) add(`join ${join}`);
    for (const { on_partial_failure: policy } of nodes) if (policy !== undefined) add('on_partial_failure');
    if (nodes.some(({ on_error: onError }) => onError?.fallback !== undefined)) add('fallback');
    if (nodes.some(({ undo }) => undo !== undefined)) add('undo');
    const {
      status,
      isUnspecified: isOpen,
      seen: sightings,
    } = interpretDocument(document, root, params, encounters);
    add(status);
    if (isOpen) add('open');
    const ran = sightings.filter(({ kind }) => kind === 'called').map(({ name }) => name);
    if (ran.some((name, at) => name.includes('head') && ran.indexOf(name) !== at)) add('went round');
    if (sightings.some(({ kind }) => kind === 'undid')) add('was undone');
  }
  for (const what of [...kinds, 'join all', 'join any', 'on_partial_failure', 'fallback', 'undo']) {
    expect(seen.get(what) ?? 0, what).toBeGreaterThanOrEqual(count / 10);
  }
  expect(seen.get('open') ?? 0, 'open').toBeLessThanOrEqual(count / 25);
  expect(seen.get('completed') ?? 0, 'completed').toBeGreaterThanOrEqual(count / 3);
  for (const what of ['failed', 'went round'])
    expect(seen.get(what) ?? 0, what).toBeGreaterThanOrEqual(count / 10);
  expect(seen.get('was undone') ?? 0, 'was undone').toBeGreaterThanOrEqual(count / 50);
});

const kinds = ['call', 'workflow', 'branch', 'parallel', 'foreach', 'yield', 'wait', 'compensate', 'error'];

/** The node and all nodes inside it. */
function within(node: NodeData): readonly NodeData[] {
  const inside = [
    ...branchesOf(node).map(([, branch]) => branch),
    ...(node.step === undefined ? [] : [node.step]),
    ...(node.steps ?? []),
  ];
  return [node, ...inside.flatMap(within)];
}
