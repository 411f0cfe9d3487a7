/**
 * The work that depends on the texts of users and may take long: processes of their own perform it. Inputs and outputs
 * are plain data. Many jobs share the same large data, such as the operations that documents may call.
 */
import { computeTransform, type TransformInput } from '../../connectors/index.ts';
import { drawLine, type Sketch, type TaskState } from '../../drawing/index.ts';
import type { Json, Machine } from '../../kernel/index.ts';
import {
  parseDocument,
  type ReadEnvironment,
  type ReadResult,
  type SourceFile,
  toJson,
} from '../../languages/index.ts';
import type { TimeLimit } from '../../runtime/index.ts';
import { type DrawingFormat, drawAs } from '../documents/draw-workflow.ts';
import { readDefinition } from '../documents/read-definition.ts';
import { computeOperation } from '../language-lists/languages.ts';
import { describeSimulation } from '../simulation/describe-simulation.ts';
import { type SimulateInput, simulateWorkflow } from '../simulation/simulate-workflow.ts';
import { type CompileInput, compileCatalog } from './compile-catalog.ts';
import { linkForPlay, type PlayInput, playEvent } from './play-event.ts';
import { parseEnvironment } from './read-environment-data.ts';

interface JobKind<Input, Shared, Output> {
  readonly limit: TimeLimit;
  /** @param text of the data that jobs share */
  parseShared(text: string): Shared;
  perform(input: Input, shared: Shared): Output;
}

export interface DrawInput {
  readonly format: DrawingFormat;
  readonly drawn: readonly {
    readonly sketch: Sketch;
    readonly states: readonly (readonly [string, TaskState])[] | null;
  }[];
  readonly width: number;
  readonly colour: boolean;
}

/** The caller of an operation gets no answer after ten seconds. */
const forCaller: TimeLimit = { timeMs: 5_000, elapsedMs: 9_000 };

const withEnvironment = <Input, Output>(
  limit: TimeLimit,
  perform: (input: Input, environment: ReadEnvironment) => Output,
): JobKind<Input, ReadEnvironment, Output> => ({ limit, parseShared: parseEnvironment, perform });

const alone = <Input, Output>(
  limit: TimeLimit,
  perform: (input: Input) => Output,
): JobKind<Input, undefined, Output> => ({ limit, parseShared: () => undefined, perform });

const play: JobKind<PlayInput, Machine, ReturnType<typeof playEvent>> = {
  limit: forCaller,
  parseShared: (text) => linkForPlay(JSON.parse(text)),
  perform: playEvent,
};

export const jobs = {
  read: withEnvironment(
    forCaller,
    (file: SourceFile, environment): ReadResult => readDefinition(file, environment).readResult,
  ),
  /** The data of a document in YAML or JSON. */
  parse: alone(forCaller, (file: SourceFile): Json => {
    const { root } = parseDocument(file);
    return root === null ? null : toJson(root);
  }),
  /** The document of an API: it is in files, and so is what becomes of it. */
  compileCatalog: alone({ timeMs: 10_000, elapsedMs: 30_000 }, (input: CompileInput) =>
    compileCatalog(input),
  ),
  /** An operation of a language. */
  compute: alone(forCaller, ({ operation, input }: { readonly operation: string; readonly input: unknown }) =>
    computeOperation(operation, input),
  ),
  simulate: withEnvironment(
    { timeMs: 10_000, elapsedMs: 30_000 },
    (input: Omit<SimulateInput, 'directory' | 'services'>, { services }) =>
      describeSimulation(simulateWorkflow({ ...input, directory: services ?? undefined })),
  ),
  draw: alone(forCaller, ({ drawn, format, width, colour }: DrawInput) => {
    const nets = drawn.map(({ sketch, states }) =>
      states === null ? { sketch } : { sketch, states: new Map(states) },
    );
    return drawAs(format, nets, { width, colour });
  }),
  /** A call of `transform`. */
  transform: alone(forCaller, (input: TransformInput) => computeTransform(input)),
  drawLine: alone(forCaller, (sketch: Sketch) => drawLine(sketch)),
  /** Computes the queries of an event. */
  play,
};

export type JobName = keyof typeof jobs;
export type JobInput<Name extends JobName> = Parameters<(typeof jobs)[Name]['perform']>[0];
export type JobOutput<Name extends JobName> = ReturnType<(typeof jobs)[Name]['perform']>;
