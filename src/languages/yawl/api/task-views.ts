/** What tasks of specifications show in addition: their kind, and the schemas of their data. */
import { z } from 'zod';
import type { WorkflowViews } from '../../language-api.ts';
import { described, flag, json } from '../../output-fields.ts';
import { type Schema, schemaOfFields } from '../../schema-of-type.ts';
import { schemaOfShape } from '../../xsd/schema-of-shape.ts';
import { type ShapedField, type TaskFacts, taskKinds } from '../task-facts.ts';

export const taskViews: WorkflowViews = {
  taskFields: {
    yawlKind: described(z.enum(taskKinds), 'Its kind in YAWL.'),
    multiple: flag('For a YAWL task: whether it has multiple instances.'),
    inputSchema: json('For a YAWL task: JSON Schema of its input.'),
    outputSchema: json('For an automated YAWL task: JSON Schema of its output.'),
  },
  /** The answer schema of an offered task describes its output. */
  viewTask({ kind, multiple, inputs, outputs }: TaskFacts, isOffered) {
    return {
      yawlKind: kind,
      multiple,
      inputSchema: schemaOf(inputs),
      ...(isOffered ? {} : { outputSchema: schemaOf(outputs) }),
    };
  },
  presentTask({ yawlKind, multiple, inputSchema, outputSchema }: Partial<TaskView>) {
    return {
      ...(yawlKind === undefined ? {} : { yawl_kind: yawlKind }),
      ...(multiple === undefined ? {} : { multiple_instances: multiple }),
      ...(inputSchema === undefined ? {} : { input_schema: inputSchema }),
      ...(outputSchema === undefined ? {} : { output_schema: outputSchema }),
    };
  },
};

interface TaskView {
  readonly yawlKind: TaskFacts['kind'];
  readonly multiple: boolean;
  readonly inputSchema: Schema;
  readonly outputSchema: Schema;
}

const schemaOf = (fields: readonly ShapedField[]) =>
  schemaOfFields(
    fields.map(({ name, shape, required }) => ({ name, required, schema: schemaOfShape(shape) })),
  );
