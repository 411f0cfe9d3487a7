/** What all parts of the parser of question flows share. */
import { describeLocated } from '../document/describe.ts';
import type { Located } from '../document/located.ts';
import type { ShapeFields } from '../document/read-shape.ts';
import { report } from '../document/report.ts';
import type { Reporter } from '../document/reporter.ts';
import type { Keys, MapShape } from '../document/shape.ts';
import type { ConnectorOperations } from '../workflow.ts';
import { type FlowNames, plainId } from './expressions.ts';
import type { Question } from './flow.ts';

/** The fields of a shape. */
export type FieldsOf<Shape> =
  Shape extends MapShape<infer Declared extends Keys> ? ShapeFields<Declared> : never;

export interface FlowParseContext {
  readonly reporter: Reporter;
  readonly names: FlowNames;
  /** With the results of all operations. */
  readonly callNames: FlowNames;
  /** With the result of the operation that is undone, too. */
  readonly undoNames: FlowNames;
  /** Ids that were read before, with what has them. */
  readonly taken: Map<string, string>;
  /** Where the rules of questions are written. */
  readonly rules: Map<Question, Located>;
  /** Ids of the nested workflows. */
  readonly workflows: readonly string[];
  /** Null if unknown. */
  readonly connectorOperations: ConnectorOperations | null;
  /** Errors that leave no doubt where the flow leads. */
  readonly aside: { errors: number };
}

/** Reads a part that does not decide where the flow leads. Without it, that is in doubt. */
export function readAside<Read>({ reporter, aside }: FlowParseContext, read: () => Read): Read {
  const before = reporter.count();
  const result = read();
  if (result !== undefined) aside.errors += reporter.count() - before;
  return result;
}

const idPattern = /^[A-Za-z][\w.-]{0,99}$/;

/** @param id undefined if it cannot be read, which is reported where it is read */
export function checkId(
  reporter: Reporter,
  located: Located | undefined,
  id: string | undefined,
  what: string,
): void {
  if (located === undefined || id === undefined || idPattern.test(id)) return;
  report(reporter, located, {
    rule: 'bad-name',
    message: `${what} must begin with a letter and consist of letters, digits, “_”, “.” and “-”, 100 at most.`,
    expected: 'a name such as “backup_bucket”',
    actual: describeLocated(located),
  });
}

/** Ids of questions and operations name the tasks of a run. @param id undefined if it cannot be read */
export function takeId(
  { reporter, taken }: FlowParseContext,
  located: Located | undefined,
  id: string | undefined,
  noun: string,
): void {
  checkId(reporter, located, id, `The id of ${noun}`);
  if (located === undefined || id === undefined) return;
  const known = taken.get(plainId(id));
  taken.set(plainId(id), noun);
  if (known === undefined) return;
  report(reporter, located, {
    rule: 'duplicate-id',
    message: `The id “${id}” is already that of ${known}.`,
    expected: 'a unique id',
    actual: id,
  });
}
