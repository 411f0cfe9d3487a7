/** The shapes of the parts of a guide: functions, assessments, conditions, validation rules, contracts, prompts. */
import { type JsonSchema, type Keys, type MapShape, shape, type ValueType } from '../../document/shape.ts';
import { anything, boolean, described, integer, list, nested, oneOf } from '../../document/value-types.ts';
import { items, quoted, texts, within } from './parse-text.ts';

type Refer = Parameters<ValueType<unknown>['schema']>[0];

/** Names with a special meaning in JavaScript objects. */
export const dangerousNames: readonly string[] = ['__proto__', 'constructor', 'prototype'];

/** A name that templates refer to. */
export const identifier = described('name', {
  type: 'string',
  pattern: '^[A-Za-z_][A-Za-z0-9_]*$',
  not: { enum: dangerousNames },
});

export const maxPromptLength = 8192;
export const prompt = within({ maxLength: maxPromptLength });
/** The id of a part, unique among its siblings. */
const id = described('text', { type: 'string', minLength: 1 });

export const parameterShape = shape({
  name: 'parameter',
  what: 'A parameter of a function',
  whatOf: quoted,
  keys: {
    name: { type: identifier, doc: 'The name of the parameter.', placeholder: 'parameter_1' },
    type: {
      type: oneOf(['string', 'number', 'boolean', 'array', 'object']),
      what: 'The type of a parameter',
      doc: 'The type of its value.',
      default: 'string',
      placeholder: 'string',
    },
    required: { type: boolean, doc: 'Whether a call must pass it. Default: false.' },
    description: {
      type: within({ minLength: 0 }),
      what: 'The description',
      doc: 'A sentence about the parameter.',
    },
    enum: { type: items(anything, { minCount: 1 }), doc: 'The values that it can have.' },
    default: { type: anything, doc: 'The value if a call does not pass it.' },
  },
});

export const functionShape = shape({
  name: 'function',
  what: 'A function',
  keys: {
    name: { type: identifier, doc: 'The name of the function.', placeholder: 'function_1' },
    definition: {
      type: within({ instead: 'Say what it does.' }),
      what: 'The definition of a function',
      doc: 'What the agent does when it is called.',
      placeholder: 'Say what it does.',
      aliases: ['body', 'description'],
    },
    parameters: {
      type: items(nested(parameterShape)),
      what: 'The list of parameters',
      doc: 'Its parameters.',
      aliases: ['params', 'args'],
    },
    scope: {
      type: oneOf(['workflow', 'loop', 'step']),
      what: 'The scope of a function',
      doc: 'Where it can be called. Default: where it is defined.',
    },
  },
});

export const callShape = shape({
  name: 'call',
  what: 'The call of a function',
  keys: {
    name: {
      type: identifier,
      doc: 'The function that is called.',
      placeholder: 'function_1',
      aliases: ['function'],
    },
    args: {
      type: described('map', { type: 'object' }),
      doc: 'The arguments, by parameter.',
      placeholder: {},
      aliases: ['arguments', 'parameters'],
    },
  },
});

export const functions = {
  type: items(nested(functionShape)),
  what: 'The list of functions',
  aliases: ['functions'],
};

const purpose = { type: within({ instead: 'Say what is judged.' }), what: 'The purpose' };

export const dimensionShape = shape({
  name: 'dimension',
  what: 'A dimension of an assessment',
  whatOf: quoted,
  keys: {
    id: { type: id, doc: 'The id of the dimension.', placeholder: 'dimension-1' },
    purpose: { ...purpose, doc: 'What is judged.', placeholder: 'Say what is judged.' },
    levels: {
      type: texts({ minCount: 2 }),
      doc: 'The levels, from which the agent chooses one.',
      placeholder: ['low', 'high'],
    },
    required: { type: boolean, default: true, doc: 'Whether it must be judged.' },
  },
});

export const assessmentShape = shape({
  name: 'assessment',
  what: 'An assessment',
  keys: {
    id: { type: id, doc: 'The id, by which steps refer to it.', placeholder: 'assessment-1' },
    purpose: { ...purpose, doc: 'What is judged.', placeholder: 'Say what is judged.' },
    dimensions: {
      type: items(nested(dimensionShape), { minCount: 1, repeats: true }),
      what: 'The list of dimensions',
      doc: 'What is judged separately.',
      placeholder: [{ id: 'quality', purpose: 'How good it is.', levels: ['low', 'high'] }],
    },
  },
});

const level = described('text', { type: 'string', minLength: 1 });

export const whenShape = shape({
  name: 'consequence_when',
  what: '“when” of a consequence',
  keys: {
    anyEqualsLevel: { type: level, doc: 'The level that some dimension has.', placeholder: 'low' },
    forAssessment: { type: level, doc: 'The assessment that is meant. Default: any of the step.' },
  },
});

const followUp = 'Say what is to be done first.';

export const effectShape = shape({
  name: 'consequence_effect',
  what: '“effect” of a consequence',
  keys: {
    kind: {
      type: oneOf(['require_followup']),
      what: 'The kind of an effect',
      doc: 'What happens.',
      placeholder: 'require_followup',
    },
    guidance: {
      type: within({ instead: followUp }),
      what: 'The guidance of an effect',
      doc: 'What is to be done first.',
      placeholder: followUp,
    },
  },
});

export const maxConsequences = 10;

export const consequenceShape = shape({
  name: 'consequence',
  what: 'A consequence of an assessment',
  keys: {
    when: {
      type: nested(whenShape),
      doc: 'Of which judgement.',
      placeholder: { anyEqualsLevel: 'low' },
    },
    effect: {
      type: nested(effectShape),
      doc: 'What follows.',
      placeholder: { kind: 'require_followup', guidance: followUp },
    },
  },
});

const conditionRef = (refer: Refer): JsonSchema => refer(conditionShape);
export const condition = described('condition', conditionRef);
const operand = {
  text: described('text', { type: 'string', minLength: 1 }),
  number: described('number', { type: 'number' }),
};

const operators = {
  equals: { type: anything, doc: 'The variable has this value.', aliases: ['eq', 'is', '==', '='] },
  not_equals: { type: anything, doc: 'The variable has another value.', aliases: ['ne', 'neq', '!='] },
  gt: {
    type: operand.number,
    doc: 'The variable is greater.',
    aliases: ['>', 'greater', 'greaterThan', 'more', 'above'],
  },
  gte: {
    type: operand.number,
    doc: 'The variable is greater, or equal.',
    aliases: ['>=', 'ge', 'atLeast', 'greaterOrEqual'],
  },
  lt: { type: operand.number, doc: 'The variable is less.', aliases: ['<', 'less', 'lessThan', 'below'] },
  lte: {
    type: operand.number,
    doc: 'The variable is less, or equal.',
    aliases: ['<=', 'le', 'atMost', 'lessOrEqual'],
  },
  contains: { type: anything, doc: 'The list or the text contains this.', aliases: ['includes'] },
  in: { type: list(anything), doc: 'The variable has one of these values.', aliases: ['oneOf'] },
  startsWith: { type: operand.text, doc: 'The text begins with this.' },
  endsWith: { type: operand.text, doc: 'The text ends with this.' },
  matches: {
    type: operand.text,
    doc: 'The text matches this regular expression.',
    aliases: ['regex', 'pattern'],
  },
} satisfies Keys;

export const operatorNames = Object.keys(operators) as readonly (keyof typeof operators)[];

export const maxVariableLength = 256;

export const conditionShape = shape({
  name: 'condition',
  what: 'A condition',
  keys: {
    var: {
      type: described('text', { type: 'string', minLength: 1, maxLength: maxVariableLength }),
      doc: 'The context variable that is tested. Alone: it has a value that counts as true.',
      aliases: ['variable', 'name', 'key', 'path', 'field'],
    },
    ...operators,
    and: { type: list(condition), doc: 'All of these hold.', aliases: ['all'] },
    or: { type: list(condition), doc: 'One of these holds.', aliases: ['any'] },
    not: { type: condition, doc: 'This does not hold.' },
  },
  together: {
    anyOf: [{ required: ['var'] }, { not: { anyOf: operatorNames.map((name) => ({ required: [name] })) } }],
  },
});

export const confirmationKinds = ['human_approval', 'coordinator_eval'] as const;

export const gateShape = shape({
  name: 'confirmation',
  what: 'The confirmation',
  keys: {
    kind: {
      type: oneOf(confirmationKinds),
      what: 'The kind',
      doc: 'Who confirms. A person is asked in both cases.',
      placeholder: 'human_approval',
    },
    condition: { type: condition, doc: 'A confirmation is needed only if this holds.' },
  },
});

export const confirmation = described('true, false or a condition', (refer) => ({
  anyOf: [{ type: 'boolean' }, refer(conditionShape), refer(gateShape)],
}));

export const loopControl = 'wr.contracts.loop_control';

export const contractShape = shape({
  name: 'contract',
  what: 'The contract of an output',
  whatOf: quoted,
  keys: {
    contractRef: {
      type: within({ instead: loopControl }),
      what: 'The name of a contract',
      doc: 'The name of the contract.',
      placeholder: loopControl,
    },
    required: { type: boolean, default: true, doc: 'Whether the output must fulfil it.' },
    loopId: { type: within(), what: 'The id of the loop', doc: 'The loop that it decides about.' },
  },
});

const ruleHead = {
  type: { type: described('kind', {}), doc: 'The kind of the rule.' },
  message: {
    type: described('text', { type: 'string', minLength: 1 }),
    doc: 'What the agent is told if the output breaks the rule.',
    aliases: ['error', 'errorMessage'],
  },
  condition: {
    type: condition,
    doc: 'The rule applies only if this holds.',
    aliases: ['when', 'runCondition'],
  },
} satisfies Keys;

const ruleKeys = {
  contains: {
    value: {
      type: within(),
      what: 'The value of the rule',
      doc: 'The text that the output must contain.',
      aliases: ['text', 'contains'],
    },
  },
  regex: {
    pattern: {
      type: within(),
      what: 'The pattern of the rule',
      doc: 'The regular expression that the output must match.',
      aliases: ['regex'],
    },
    flags: {
      type: within({ minLength: 0 }),
      what: 'The flags of the rule',
      doc: 'Flags of the expression: some of i, m, s, g, u.',
    },
  },
  length: {
    min: {
      type: integer({ minimum: 0 }),
      what: 'The minimum length',
      doc: 'How many characters the output must have.',
      aliases: ['minLength'],
    },
    max: {
      type: integer({ minimum: 0 }),
      what: 'The maximum length',
      doc: 'How many characters it can have.',
      aliases: ['maxLength'],
    },
  },
  schema: {
    schema: {
      type: described('JSON Schema', { type: 'object' }),
      doc: 'The JSON Schema of the output.',
      aliases: ['jsonSchema'],
    },
  },
} satisfies Record<string, Keys>;

export type RuleType = keyof typeof ruleKeys;
export const ruleTypes = Object.keys(ruleKeys) as readonly RuleType[];
export const ownRuleKeys = (type: RuleType): readonly string[] => Object.keys(ruleKeys[type]);

/** A rule of any type. */
export const ruleShape = shape({
  name: 'rule',
  what: 'A validation rule',
  keys: { ...ruleHead, ...ruleKeys.contains, ...ruleKeys.regex, ...ruleKeys.length, ...ruleKeys.schema },
});

export const headKeysOfRule = Object.keys(ruleHead);

function schemaOfRule(type: RuleType): MapShape {
  const own = ownRuleKeys(type);
  const needed = type === 'length' ? { anyOf: [{ required: ['min'] }, { required: ['max'] }] } : {};
  return {
    name: `rule_${type}`,
    what: '',
    keys: {
      ...ruleHead,
      type: { ...ruleHead.type, type: described(type, { const: type }) },
      ...ruleKeys[type],
    },
    together: { required: ['type', 'message', ...own.slice(0, type === 'length' ? 0 : 1)], ...needed },
  };
}

const rule = described('rule', (refer: Refer) => ({
  anyOf: [{ type: 'string' }, refer(compositionShape), ...ruleTypes.map((type) => refer(schemaOfRule(type)))],
}));

export const compositionShape: MapShape<Readonly<Record<'and' | 'or' | 'not', Keys[string]>>> = shape({
  name: 'composition',
  what: 'A composition of validation rules',
  keys: {
    and: { type: list(rule, { minItems: 1 }), doc: 'The output must keep all of these.', aliases: ['all'] },
    or: { type: list(rule, { minItems: 1 }), doc: 'The output must keep one of these.', aliases: ['any'] },
    not: { type: rule, doc: 'The output must break this.', aliases: ['none'] },
  },
  together: { minProperties: 1, maxProperties: 1 },
});

export const criteria = described('rule, or list of rules', (refer: Refer) => ({
  anyOf: [rule.schema(refer), { type: 'array', items: rule.schema(refer) }],
}));
