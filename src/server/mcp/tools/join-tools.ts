/**
 * A tool of a language may have the name of a built-in tool: then it answers the inputs that have its fields. Where both
 * are listed, they are one tool with the fields of both.
 */
import type { JsonObject, Tool } from '../contract/tool.ts';

/** Joined once, since the listing of a tool is cached. */
const joined = new WeakMap<Tool, WeakMap<Tool, Tool>>();

export function joinTools(tools: readonly Tool[]): readonly Tool[] {
  const own = tools.filter(({ joins }) => joins === undefined);
  const names = new Set(own.map(({ name }) => name));
  return tools.flatMap((tool) => {
    if (tool.joins !== undefined) return names.has(tool.name) ? [] : [tool];
    return [tools.filter(({ joins, name }) => joins !== undefined && name === tool.name).reduce(join, tool)];
  });
}

function join(base: Tool, variant: Tool): Tool {
  const known = joined.get(base) ?? new WeakMap<Tool, Tool>();
  joined.set(base, known);
  const made = known.get(variant) ?? createJoined(base, variant);
  known.set(variant, made);
  return made;
}

function createJoined(base: Tool, variant: Tool): Tool {
  const ofVariant = new WeakSet<JsonObject>();
  return {
    ...base,
    description: `${base.description}\n\n${variant.description}`,
    operations: [...base.operations, ...variant.operations],
    input: {
      get schema() {
        return { ...base.input.schema, ...fieldsOfBoth(base.input.schema, variant.input.schema) };
      },
      parse(given) {
        if (!variant.joins?.some((field) => Object.hasOwn(given, field))) return base.input.parse(given);
        const parsed = variant.input.parse(given);
        ofVariant.add(parsed);
        return parsed;
      },
    },
    output: { type: 'object', ...fieldsOfBoth(base.output ?? {}, variant.output ?? {}) },
    perform: (input, call) => (ofVariant.has(input) ? variant : base).perform(input, call),
  };
}

/** None is required: each input has those of one of the tools. */
const fieldsOfBoth = (one: JsonObject, other: JsonObject): JsonObject => ({
  properties: { ...Object(other['properties']), ...Object(one['properties']) },
  required: [],
});
