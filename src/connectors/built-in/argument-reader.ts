/** Reads the arguments of a built-in by name, and collects all problems. */
import type { Json } from '../../kernel/index.ts';
import { unknownArguments } from '../values/unknown-arguments.ts';

export interface ArgumentReader {
  /** Null means absent. */
  text(name: string): string | undefined;
  number(name: string): number | undefined;
  flag(name: string): boolean | undefined;
  value(name: string): Json | undefined;
  complain(problem: string): void;
  readonly problems: readonly string[];
}

export type Arguments = { readonly [name: string]: Json };

/** `known`: all arguments of the operation. */
export function createArgumentReader(args: Arguments, known: readonly string[]): ArgumentReader {
  const problems = unknownArguments(args, known);
  const complain = (problem: string): void => {
    problems.push(problem);
  };
  const value = (name: string): Json | undefined =>
    Object.hasOwn(args, name) ? (args[name] ?? undefined) : undefined;
  const read = <T extends Json>(
    name: string,
    isRight: (given: Json) => given is T,
    expected: string,
  ): T | undefined => {
    const given = value(name);
    if (given === undefined || isRight(given)) return given;
    complain(`“${name}” must be ${expected}.`);
    return undefined;
  };
  return {
    text: (name) => read(name, (given) => typeof given === 'string', 'a text'),
    number: (name) => read(name, (given) => typeof given === 'number', 'a number'),
    flag: (name) => read(name, (given) => typeof given === 'boolean', 'true or false'),
    value,
    complain,
    problems,
  };
}
