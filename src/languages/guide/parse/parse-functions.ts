/** Parses the functions that a guide defines, and the calls of them. */
import { type Located, type LocatedList, toJson } from '../../document/located.ts';
import { isName, usableName } from '../../document/read-name.ts';
import { readShape } from '../../document/read-shape.ts';
import { readEntries } from '../../document/read-value.ts';
import { report } from '../../document/report.ts';
import type { Reporter } from '../../document/reporter.ts';
import { replaceScalar } from '../../document/scalar-edits.ts';
import type { FunctionCall, FunctionParameter, GuideFunction } from '../model/schema.ts';
import { readTexts, readTextWithin } from './parse-text.ts';
import { callShape, dangerousNames, functionShape, parameterShape } from './part-shapes.ts';

/** @param what begins a sentence: “The name of a function” */
export function readIdentifier(
  reporter: Reporter,
  located: Located | undefined,
  what: string,
): string | undefined {
  const name = readTextWithin(reporter, located, { what, instead: 'name' });
  if (name === undefined || located?.kind !== 'scalar') return undefined;
  if (isName(name) && !dangerousNames.includes(name)) return name;
  const better = dangerousNames.includes(name) ? `${name.replaceAll('_', '')}_1` : usableName(name);
  report(reporter, located, {
    rule: 'bad-name',
    message: dangerousNames.includes(name)
      ? `${what} cannot be “${name}”.`
      : `${what} can contain only letters, digits and _, and cannot begin with a digit.`,
    expected: better,
    actual: name,
    suggestion: { text: `Write ${better}.`, edits: replaceScalar(reporter.source, located, better) },
  });
  return better;
}

/** @param scope default scope of a function */
export function readFunctions(
  reporter: Reporter,
  list: LocatedList | undefined,
  scope: GuideFunction['scope'],
): readonly GuideFunction[] {
  return list?.items.flatMap((item) => readFunction(reporter, item, scope) ?? []) ?? [];
}

function readFunction(
  reporter: Reporter,
  located: Located,
  fallback: GuideFunction['scope'],
): GuideFunction | undefined {
  const fields = readShape(reporter, located, functionShape);
  if (fields === undefined) return undefined;
  const name = readIdentifier(reporter, fields.value('name'), 'The name of a function');
  return {
    name: name ?? 'function_1',
    definition: fields.read('definition') ?? '',
    parameters: fields.read('parameters')?.items.flatMap((item) => readParameter(reporter, item) ?? []) ?? [],
    scope: fields.read('scope', fallback),
    at: { path: located.path, span: (fields.value('name') ?? fields.map).span },
  };
}

function readParameter(reporter: Reporter, located: Located): FunctionParameter | undefined {
  const fields = readShape(reporter, located, parameterShape);
  if (fields === undefined) return undefined;
  const type = fields.read('type');
  const fallback = fields.value('default');
  const choices = fields.read('enum')?.items ?? [];
  return {
    name: readIdentifier(reporter, fields.value('name'), 'The name of a parameter') ?? 'parameter_1',
    type,
    required: fields.read('required') ?? false,
    description: fields.read('description') ?? '',
    enum: choices.length === 0 ? null : choices.map(toJson),
    ...(fallback === undefined ? {} : { default: toJson(fallback) }),
  };
}

export function readCalls(reporter: Reporter, list: LocatedList | undefined): readonly FunctionCall[] {
  return list?.items.flatMap((item) => readCall(reporter, item) ?? []) ?? [];
}

function readCall(reporter: Reporter, located: Located): FunctionCall | undefined {
  const fields = readShape(reporter, located, callShape);
  if (fields === undefined) return undefined;
  const name = readIdentifier(reporter, fields.value('name'), 'The name of a function');
  const args = readEntries(reporter, fields.value('args'), 'The arguments of a call');
  // Without its arguments a call cannot be checked.
  if (name === undefined || fields.value('args')?.kind !== 'map') return undefined;
  return {
    name,
    args: Object.fromEntries(args.map(({ key, value }) => [key, toJson(value)])),
    at: { path: located.path, span: (fields.value('name') ?? fields.map).span },
  };
}

export const functionReference = /^[a-zA-Z_]\w*\(\)$/;

/** `name()`, each once. */
export function readReferences(reporter: Reporter, list: LocatedList | undefined): readonly string[] {
  if (list === undefined) return [];
  return list.items.flatMap((item) => {
    const [text] = readTexts(reporter, { ...list, items: [item] }, { what: 'The list “functionReferences”' });
    if (text === undefined || item.kind !== 'scalar' || functionReference.test(text)) return text ?? [];
    const better = `${usableName(text.replace(/\(.*$/s, '').trim())}()`;
    report(reporter, item, {
      rule: 'bad-name',
      message: 'Write a function reference as the name and brackets: “name()”.',
      expected: better,
      actual: text,
      suggestion: { text: `Write ${better}.`, edits: replaceScalar(reporter.source, item, better) },
    });
    return better;
  });
}
