/** Compiles what is stored with a work item: its form, its data, and who may do it. */
import type { Json } from '../../../kernel/index.ts';
import type { XsdTypes } from '../../xsd/shape.ts';
import { trimShape } from '../../xsd/trim-shape.ts';
import { type ResourcingContext, resourcingOf } from '../model/resourcing.ts';
import type { YawlGateway, YawlTask, YawlVariable } from '../model/schema.ts';
import { taskNameOf } from '../model/task-name.ts';
import { outputField } from './compile-data.ts';

export function compileTaskItem(task: YawlTask, gateway: YawlGateway, context: ResourcingContext): Json {
  const item = {
    language: 'yawl',
    name: taskNameOf(task),
    documentation: task.documentation || gateway.documentation,
    expects: gateway.outputs.map((output) => expectedOf(output, gateway)),
    data: {
      root: gateway.dataRoot,
      inputs: shownBy(gateway).map(typedOf),
      outputs: gateway.outputs.map(typedOf),
    },
    types: typesOf(gateway),
    multiple: task.multiple !== null,
    dynamic: task.multiple?.creation === 'dynamic',
    ...(task.multiple?.input == null ? {} : { formal: task.multiple.input.formal.name }),
    ...(task.customForm === '' ? {} : { form: task.customForm }),
    ...resourcingOf(task, context),
  };
  // Cast: plain data.
  return item as unknown as Json;
}

/** What an item shows, before or after its start. */
function shownBy({ inputs, enablement }: YawlGateway): readonly YawlVariable[] {
  const names = new Set(inputs.map(({ name }) => name));
  return [...inputs, ...enablement.filter(({ name }) => !names.has(name))];
}

const typedOf = ({ name, shape }: YawlVariable) => ({ name, of: shape?.type ?? ({ kind: 'any' } as const) });

/** The named types of all its data, each once: they are stored with every item. */
function typesOf(gateway: YawlGateway): XsdTypes {
  const shapes = [...shownBy(gateway), ...gateway.outputs].flatMap(({ shape }) =>
    shape === null ? [] : [trimShape(shape)],
  );
  return Object.fromEntries(shapes.flatMap(({ types }) => Object.entries(types)));
}

function expectedOf(output: YawlVariable, gateway: YawlGateway) {
  const { required, default: defaultValue } = outputField(output, gateway);
  const { documentation, typeName } = output;
  return {
    ...typedOf(output),
    type: typeName,
    required,
    ...(documentation === '' ? {} : { description: documentation }),
    ...(defaultValue === undefined ? {} : { default: defaultValue }),
  };
}
