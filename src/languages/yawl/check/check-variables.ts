/** Checks that the types of variables exist and that initial values fit them. */
import { parseXml } from '../../xml/parse-xml.ts';
import { fromXml } from '../../xsd/from-xml.ts';
import type { Shape } from '../../xsd/shape.ts';
import type { YawlDecomposition, YawlVariable } from '../model/schema.ts';
import { shorten } from '../model/shorten.ts';
import { type CheckContext, fault } from './check-context.ts';
import { labelOfDecomposition } from './element-label.ts';

export function checkVariables({ specification, violations, warnings }: CheckContext): void {
  for (const decomposition of specification.decompositions) {
    const label = labelOfDecomposition(decomposition);
    for (const { variable, kind } of variablesOf(decomposition)) {
      checkType(variable, label, violations);
      checkValue(variable, kind === 'output' ? 'default' : 'initial', label, violations);
      if (kind === 'input' && variable.mandatory && variable.initial !== null)
        fault(violations, variable.initial.at, {
          rule: 'mandatory-with-initial',
          message: `The parameter [${variable.name}] of decomposition [${label}] cannot be mandatory and have initial value.`,
          expected: 'a mandatory parameter, or one with an initial value',
          actual: 'both',
        });
    }
    if (decomposition.kind === 'net') checkOutputs(decomposition, warnings);
  }
}

interface Declared {
  readonly variable: YawlVariable;
  readonly kind: 'input' | 'output' | 'local';
}

function variablesOf(decomposition: YawlDecomposition): readonly Declared[] {
  const declare = (variables: readonly YawlVariable[], kind: Declared['kind']): readonly Declared[] =>
    variables.map((variable) => ({ variable, kind }));
  return [
    ...declare(decomposition.inputs, 'input'),
    ...declare(decomposition.outputs, 'output'),
    ...(decomposition.kind === 'net'
      ? declare(decomposition.locals, 'local')
      : declare(decomposition.enablement, 'input')),
  ];
}

type Violations = CheckContext['violations'];

function checkType({ shape, typeName, at }: YawlVariable, label: string, violations: Violations): void {
  if (shape !== null) return;
  fault(violations, at, {
    rule: 'unknown-type',
    message: `The type library (Schema) in specification contains no type definition with name [${typeName}]. Therefore the decomposition ${label} cannot create this variable.`,
    expected: 'a type of XML Schema, of YAWL, or of the schema of this specification',
    actual: typeName,
  });
}

/** Any text is a valid string. An empty value is no initial value. */
function checkValue(
  { name, typeName, shape, initial }: YawlVariable,
  what: 'initial' | 'default',
  label: string,
  violations: Violations,
): void {
  if (initial === null || initial.name === '' || typeName === 'string' || shape === null) return;
  const opening = `The ${what} value [${shorten(initial.name)}] of variable [${name}] in decomposition [${label}]`;
  const { root, problems } = parseXml(`<${wrapper}>${initial.name}</${wrapper}>`);
  if (root === null) {
    fault(violations, initial.at, {
      rule: 'value-not-well-formed',
      message: `${opening} is not well formed.`,
      expected: 'a text, or elements that are well-formed XML',
      actual: problems[0]?.message ?? '',
    });
    return;
  }
  const fitted = fromXml(root, shape, name);
  if (fitted.kind === 'fitted') return;
  const [problem] = fitted.problems;
  fault(violations, initial.at, {
    rule: 'value-not-valid',
    message: `${opening} is not valid for its data type.`,
    expected: problem === undefined ? typeName : `${problem.path}: ${problem.expected}`,
    actual: problem?.actual ?? '',
  });
}

const wrapper = 'value';

/** Whether a variable of this shape may be present without content. */
export function acceptsEmptyContent(shape: Shape): boolean {
  const { root } = parseXml(`<${wrapper}/>`);
  return root !== null && fromXml(root, shape, wrapper).kind === 'fitted';
}

/** The output of a net is the value of the variable with the same name. */
function checkOutputs(
  net: Extract<YawlDecomposition, { kind: 'net' }>,
  warnings: CheckContext['warnings'],
): void {
  const variables = new Set([...net.locals, ...net.inputs].map(({ name }) => name));
  for (const { name, at, initial } of net.outputs) {
    if (variables.has(name) || initial !== null) continue;
    fault(warnings, at, {
      rule: 'output-never-set',
      message: `The net [${labelOfDecomposition(net)}] has the output parameter [${name}], but no variable of that name: the output is always empty.`,
      expected: `a local variable or an input parameter with the name ${name}`,
      actual: 'none',
    });
  }
}
