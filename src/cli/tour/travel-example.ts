/** The example examples/travel that the tour shows: its files, one run of it, and copies with errors. */
import type { Drawing, SimulatedRun, SourceFile } from '../../operations/index.ts';
import { drawWorkflow, simulateWorkflow } from '../../operations/offline.ts';
import { createLoader } from '../arguments/loader.ts';
import type { Host } from '../host/host.ts';
import { packageFolder } from '../host/package-folder.ts';

export interface TravelExample {
  readonly file: SourceFile;
  readonly api: SourceFile;
  readonly tests: SourceFile;
}

export const shownWorkflow = 'plan_trip';
const shownCase = 'an expensive trip is approved the next day';

/** Reads the files that come with the program. Null if one cannot be read; the error is already printed. */
export async function readTravelExample(host: Host): Promise<TravelExample | null> {
  const loader = createLoader({ ...host, folder: packageFolder() });
  const file = await loader.read('examples/travel/travel.yaml');
  const api = await loader.read('examples/travel/travel-api.yaml');
  const tests = await loader.read('examples/travel/travel.test.yaml');
  return file === null || api === null || tests === null ? null : { file, api, tests };
}

export function drawExample({ file, api }: TravelExample, width: number, colour: boolean): Drawing {
  const result = drawWorkflow({
    file,
    api,
    workflow: shownWorkflow,
    net: null,
    format: 'text',
    width,
    colour,
  });
  const drawing = result.kind === 'drawn' ? result.drawings[0] : undefined;
  if (drawing === undefined)
    throw new Error(`${file.path} has no workflow ${shownWorkflow} that can be drawn`);
  return drawing;
}

export function playExample({ file, api, tests }: TravelExample): SimulatedRun {
  const params = { values: {}, texts: {} };
  const result = simulateWorkflow({
    file,
    api,
    workflow: null,
    params,
    script: tests,
    case: shownCase,
    seed: null,
  });
  if (result.kind !== 'simulated') throw new Error(`“${shownCase}” of ${tests.path} cannot be played`);
  return result;
}

/** Typing errors, each of a different kind. */
const typos: readonly Replacement[] = [
  ['goto: no_flight\n', 'goto: no_flights\n'],
  ['call: check_availability', 'call: check_availabilty'],
  ['on_error: { retry: 2', 'on_error: { retries: 2'],
  ['depends_on: [search]\n        call: book_hotel', 'call: book_hotel'],
  ['when: $agree.yes', 'when: $agre.yes'],
];

/** Every name is valid, but for a cheap trip no person is ever asked. */
const logicMistake: Replacement = ['depends_on: [pay]', 'depends_on: [pay, agree]\n        join: all'];

type Replacement = readonly [right: string, wrong: string];

export const withTypos = (example: TravelExample): SourceFile => applyReplacements(example, typos);
export const withLogicMistake = (example: TravelExample): SourceFile =>
  applyReplacements(example, [logicMistake]);

function applyReplacements({ file }: TravelExample, made: readonly Replacement[]): SourceFile {
  const path = file.path.replace(/[^/]*$/, 'broken.yaml');
  return { path, text: made.reduce((text, [right, wrong]) => text.replace(right, () => wrong), file.text) };
}
