/**
 * A simple interpreter of question flows, independent of the product: it walks the document with a stack of levels. It
 * predicts the open question, the history, the levels, the registered operations, and what can follow.
 */
import {
  type FlowDocument,
  type LevelDocument,
  levelsOf,
  type OperationDocument,
  type QuestionDocument,
  type Scalar,
  type StateDocument,
  statesOf,
  variablesOf,
} from './flow-document.ts';
import { choicesFor, type LookupArguments } from './lookup-choices.ts';
import { compute, fillTemplate, isTrue, NoValue, type Value } from './reference-expression.ts';

export interface HistoryEntry {
  readonly question: string;
  readonly value: Scalar;
  readonly automatic: boolean;
  readonly timestamp: number;
}

export interface Registered {
  readonly operation: string;
  readonly feedback: number;
}

interface Frame {
  readonly id: string;
  readonly level: LevelDocument;
  /** Name of the state. */
  at: string;
  /** What the level knew when it entered a nested workflow. */
  known: Readonly<Record<string, Scalar>>;
}

/** @param now the time of answers that say none */
export class ReferenceSession {
  readonly flow: FlowDocument;
  readonly history: HistoryEntry[] = [];
  readonly frames: Frame[] = [];
  registered: Registered[] = [];
  /** What calls returned, by question. */
  readonly fetched = new Map<string, readonly string[]>();
  /** How many calls for choices were made. */
  lookups = 0;
  readonly #now: () => number;

  constructor(flow: FlowDocument, now: () => number) {
    this.flow = flow;
    this.#now = now;
    this.#enter(flow.workflow_id);
    this.#proceed();
  }

  /** Null: all questions are answered. */
  get current(): QuestionDocument | null {
    return this.#state?.question ?? null;
  }

  get #state(): StateDocument | undefined {
    const frame = this.frames.at(-1);
    return frame?.level.states[frame.at];
  }

  /** @param timestamp default: the time of the server */
  answer(value: Scalar, timestamp?: number): void {
    this.#record(value, false, timestamp);
    this.#proceed();
  }

  values(): Readonly<Record<string, Scalar>> {
    return Object.fromEntries(this.history.map(({ question, value }) => [question, value]));
  }

  readonly valueNamed = (id: string): Value | undefined =>
    this.history.findLast(({ question }) => question === id)?.value;

  /** The rule that an answer violates; null if it is valid. */
  problemOf(question: QuestionDocument, value: Value): string | null {
    const variables = variablesOf(this.flow, question);
    if (variables.length > 0) return variables.some((name) => value === `$${name}`) ? null : 'secret';
    const { type, default: initial, validation = {} } = question;
    const { regex, min_value: min, max_value: max, format, rule } = validation;
    if (
      type === 'integer'
        ? !Number.isSafeInteger(value)
        : typeof value !== (type === 'boolean' ? type : 'string')
    ) {
      return 'type';
    }
    const isLeftEmpty = value === '' && initial === '';
    if (!isLeftEmpty) {
      if (typeof value === 'number' && min !== undefined && value < min) return 'min_value';
      if (typeof value === 'number' && max !== undefined && value > max) return 'max_value';
      if (type === 'choice' && !this.choicesOf(question).includes(String(value))) return 'choices';
      if (type === 'string') {
        if (String(value).trim() === '') return 'required';
        if (regex !== undefined && !new RegExp(regex, 'u').test(String(value))) return 'regex';
        if (format === 'json' && !isJson(String(value))) return 'format';
      }
    }
    if (rule === undefined) return null;
    const holds = this.#compute(rule, (id) => (id === question.id ? value : this.valueNamed(id)));
    return holds === undefined || isTrue(holds) ? null : 'rule';
  }

  choicesOf({ id, validation = {} }: QuestionDocument): readonly string[] {
    return this.fetched.get(id) ?? validation.choices ?? [];
  }

  /** One for each level, the outermost first. */
  levels() {
    return this.frames.map(({ id, level, at, known }, index) => ({
      workflow_id: id,
      stopped_at_entry_id: level.states[at]?.question.id ?? '',
      stopped_at_entry_index: Object.keys(level.states).indexOf(at),
      level_entries: Object.values(level.states).map(({ question }) => question.id),
      planning_context: index === this.frames.length - 1 ? this.values() : known,
    }));
  }

  /** How many questions can follow at most; null if there is no bound. */
  remaining(): number | null {
    const inner = this.frames.length - 1;
    const all = this.frames.map(({ level, at }, index) => this.#following(level, at, index === inner, []));
    const sum = all.reduce((total, each) => total + each, 0);
    return Number.isFinite(sum) ? sum : null;
  }

  /** The operations whose turn comes at the end, in order, with their arguments. */
  performed(): readonly {
    readonly operation: OperationDocument;
    readonly args: Readonly<Record<string, Value>>;
  }[] {
    const all = statesOf(this.flow).flatMap(({ operations = [] }) => operations);
    return this.registered.flatMap(({ operation: id }) => {
      const operation = all.find((each) => each.id === id);
      if (operation === undefined || !this.#holds(operation.if)) return [];
      return [{ operation, args: this.fill(operation.args, {}) }];
    });
  }

  /** @param more other names, such as those of a result */
  fill(
    args: Readonly<Record<string, Scalar>>,
    more: Readonly<Record<string, Value>>,
  ): Readonly<Record<string, Value>> {
    const lookUp = (id: string): Value | undefined => {
      if (Object.hasOwn(more, id)) return more[id];
      const question = statesOf(this.flow).find((state) => state.question.id === id)?.question;
      const value = this.valueNamed(id);
      const isSecret = question !== undefined && variablesOf(this.flow, question).length > 0;
      return isSecret ? `\${env:${String(value).slice(1)}}` : value;
    };
    return Object.fromEntries(
      Object.entries(args).map(([name, value]) => [name, fillTemplate(value, lookUp)]),
    );
  }

  #following(level: LevelDocument, at: string, withNested: boolean, path: readonly string[]): number {
    const state = level.states[at];
    if (state === undefined) return 0;
    if (path.includes(state.question.id)) return Number.POSITIVE_INFINITY;
    const onPath = [...path, state.question.id];
    const inner = withNested ? this.flow.workflows?.[state.workflow ?? ''] : undefined;
    const [first = ''] = Object.keys(inner?.states ?? {});
    const nested = inner === undefined ? 0 : 1 + this.#following(inner, first, true, onPath);
    const targets = exitsOf(level, at).flatMap(({ to }) => to ?? []);
    return nested + Math.max(0, ...targets.map((to) => 1 + this.#following(level, to, true, onPath)));
  }

  #enter(id: string): void {
    const level = levelsOf(this.flow).find(([name]) => name === id)?.[1];
    const [first] = Object.keys(level?.states ?? {});
    if (level === undefined || first === undefined) throw new Error(`There is no level ${id}.`);
    this.frames.push({ id, level, at: first, known: {} });
  }

  /** Up to the next question that must be asked. */
  #proceed(): void {
    for (let state = this.#state; state !== undefined; state = this.#state) {
      const { question } = state;
      this.#fetch(question);
      const value = this.#automatic(question);
      if (value === undefined || this.problemOf(question, value) !== null) return;
      this.#record(value as Scalar, true, undefined);
    }
  }

  #fetch({ id, choices_from: from, validation }: QuestionDocument): void {
    if (from === undefined) return;
    try {
      const args = this.fill(from.args, {}) as unknown as LookupArguments;
      this.lookups += 1;
      const choices = choicesFor(args);
      if (choices !== null) this.fetched.set(id, choices);
    } catch (error) {
      // A call that cannot be sent has failed.
      if (!(error instanceof NoValue) || validation?.choices === undefined) throw error;
    }
  }

  #automatic({ automatic_answer: source, type }: QuestionDocument): Value | undefined {
    if (source === undefined) return undefined;
    const isFormula = typeof source === 'string' && source.includes('${');
    const value = isFormula ? this.#compute(source, this.valueNamed) : source;
    if ((type === 'string' || type === 'choice') && (typeof value === 'number' || typeof value === 'boolean'))
      return String(value);
    if (type === 'integer' && typeof value === 'string' && /^(?:0|-?[1-9]\d{0,14})$/.test(value))
      return Number(value);
    if (type === 'boolean' && (value === 'true' || value === 'false')) return value === 'true';
    return value;
  }

  #record(value: Scalar, automatic: boolean, timestamp: number | undefined): void {
    const state = this.#state;
    if (state === undefined) throw new Error('No question is open.');
    const feedback = this.history.length;
    const own = (state.operations ?? []).map(({ id }) => id);
    this.history.push({ question: state.question.id, value, automatic, timestamp: timestamp ?? this.#now() });
    this.registered = [
      ...this.registered.filter(({ operation }) => !own.includes(operation)),
      ...own.map((operation) => ({ operation, feedback })),
    ];
    const frame = this.frames.at(-1);
    if (state.workflow !== undefined && this.#holds(state.workflow_condition)) {
      if (frame !== undefined) frame.known = this.values();
      this.#enter(state.workflow);
    } else this.#leave();
  }

  #leave(): void {
    for (let frame = this.frames.at(-1); frame !== undefined; frame = this.frames.at(-1)) {
      const taken = exitsOf(frame.level, frame.at).find(({ condition }) => this.#holds(condition));
      if (taken?.to !== undefined && taken.to !== null) {
        frame.at = taken.to;
        return;
      }
      this.frames.pop();
    }
  }

  /** An answer that is not given is null; a condition without a value does not hold. */
  #holds(condition: string | undefined): boolean {
    if (condition === undefined) return true;
    const value = this.#compute(condition, (id) => this.valueNamed(id) ?? null);
    return value !== undefined && isTrue(value);
  }

  #compute(source: Scalar, lookUp: (id: string) => Value | undefined): Value | undefined {
    try {
      return compute(source, lookUp);
    } catch (error) {
      if (error instanceof NoValue) return undefined;
      throw error;
    }
  }
}

/** Where a state leads: its transitions in the order of the document, then its next state. */
function exitsOf({ states, transitions = [] }: LevelDocument, at: string) {
  const found = transitions
    .filter(({ from_state: from }) => from === at)
    .map(({ to_state: to, condition }): Exit => ({ to, condition }));
  const last: Exit = { to: states[at]?.next_state ?? null, condition: undefined };
  const exits = [...found, last];
  return exits.slice(0, exits.findIndex(({ condition }) => condition === undefined) + 1);
}

interface Exit {
  readonly to: string | null;
  readonly condition: string | undefined;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
