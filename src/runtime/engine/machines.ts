/** Linked programs: each program is linked once and cached while it is in use. */
import { createHash } from 'node:crypto';
import { type Evaluators, type LinkProblem, link, type Machine, type Program } from '../../kernel/index.ts';
import { LruCache } from '../cache/lru-cache.ts';
import type { Contents } from '../ports/content.ts';
import type { Payloads } from './payloads.ts';

export interface LinkedMachine {
  readonly program: Program;
  readonly machine: Machine;
}

export interface HashedProgram {
  readonly hash: string;
  readonly text: string;
}

const maxInMemory = 200;

const hashes = new WeakMap<Program, HashedProgram>();

/** The hash of a program, and its stored text. */
export function hashProgram(program: Program): HashedProgram {
  const known = hashes.get(program);
  if (known !== undefined) return known;
  const text = JSON.stringify(program);
  const hashed = { hash: createHash('sha256').update(text).digest('hex'), text };
  hashes.set(program, hashed);
  return hashed;
}

/** A language from a file that compiled it may not be loaded. */
export class UnrunnableProgram extends Error {
  constructor(hash: string, problem: LinkProblem | undefined) {
    const hint =
      problem?.code === 'unknown-evaluator'
        ? ' If a language from a file compiled it, start Signalbox with --language and that file.'
        : '';
    super(`The program ${hash} cannot be run: ${problem?.message ?? 'it has problems'}${hint}`);
    this.name = 'UnrunnableProgram';
  }
}

export class Machines {
  readonly #contents: Contents;
  readonly #evaluators: Evaluators;
  readonly #payloads: Payloads;
  readonly #linked = new LruCache<LinkedMachine>(maxInMemory);

  constructor(contents: Contents, evaluators: Evaluators, payloads: Payloads) {
    this.#contents = contents;
    this.#evaluators = evaluators;
    this.#payloads = payloads;
  }

  link(program: Program): LinkedMachine {
    const { hash } = hashProgram(program);
    const known = this.#linked.get(hash);
    if (known !== undefined) return known;
    const result = link(program, { evaluators: this.#evaluators, resolve: this.#payloads.resolve });
    if (result.kind === 'problems') {
      throw new UnrunnableProgram(hash, result.problems[0]);
    }
    const linked = { program, machine: result.machine };
    this.#linked.set(hash, linked);
    return linked;
  }

  async load(tenant: string, hash: string): Promise<LinkedMachine> {
    const known = this.#linked.get(hash);
    if (known !== undefined) return known;
    const text = await this.#contents.find(tenant, 'program', hash);
    if (text === undefined) throw new Error(`The program ${hash} is missing from the store.`);
    const program: Program = JSON.parse(text);
    return this.link(program);
  }
}
