/** The expressions that programs pass to the evaluator: plain JSON, one kind for each use of data. */
import type { Json } from '../../../kernel/index.ts';
import type { XsdType, XsdTypes } from '../../xsd/shape.ts';
import type { TimerState } from '../model/parse-predicate.ts';

export const evaluatorName = 'yawl';

/** What all expressions of a program share. */
export interface SharedTypes {
  readonly types: XsdTypes;
  /** Of the root net: the root element of its data, and its variables. */
  readonly data: { readonly root: string; readonly fields: readonly Pick<DataField, 'name' | 'type'>[] };
}

export type YawlSource =
  | MapSource
  /** Returns true or false. */
  | { readonly do: 'test'; readonly query: string; readonly over: DataDocument }
  /** Returns a whole number; the fallback if the query does not return one. */
  | { readonly do: 'count'; readonly query: string; readonly over: DataDocument; readonly otherwise: number }
  /** Returns one value for each instance of a task. */
  | {
      readonly do: 'split';
      readonly query: string;
      readonly splitting: string;
      readonly over: DataDocument;
      readonly to: DataField;
    }
  /** What one instance adds to the whole, as XML. */
  | { readonly do: 'piece'; readonly query: string; readonly over: DataDocument }
  /** The joined pieces of all instances. */
  | { readonly do: 'join'; readonly query: string; readonly root: string; readonly to: DataField }
  /** The value of a variable from the instance that ended last. */
  | { readonly do: 'last'; readonly variable: string }
  | { readonly do: 'timer'; readonly variable: string; readonly state: TimerState; readonly negated: boolean }
  /** Milliseconds from now, for a duration of XML Schema. */
  | { readonly do: 'duration'; readonly duration: string; readonly workdays: boolean }
  /** Milliseconds since 1970, from a variable of type YTimerType; `null` if it has no time. */
  | {
      readonly do: 'expiry';
      readonly variable: string;
      readonly over: DataDocument;
      readonly workdays: boolean;
      /** The value that the specification itself defines: only there, parts in braces are evaluated. Empty: none. */
      readonly written: string;
    }
  /** The time from which such a timer counts. */
  | { readonly do: 'trigger'; readonly variable: string }
  /** The outputs of an item that is not answered. */
  | { readonly do: 'unfinished'; readonly outputs: readonly DataField[] }
  /** What an item shows before its start; what cannot be evaluated is omitted. */
  | { readonly do: 'preview'; readonly fields: readonly MapSource[] }
  /** The participants that variables name. */
  | { readonly do: 'whom'; readonly params: readonly NamingVariable[] };

/** The value of a parameter or a variable. */
export interface MapSource {
  readonly do: 'map';
  readonly query: string;
  readonly over: DataDocument;
  readonly to: DataField;
}

export interface NamingVariable {
  readonly variable: string;
  readonly refers: 'participant' | 'role';
}

/** The document that a query reads. */
export interface DataDocument {
  /** Variables of the net, or the results of the task's work. */
  readonly from: 'net' | 'output';
  readonly root: string;
  /** Only the fields that the query may read. */
  readonly fields: readonly DataField[];
  /** If a result is not an object with the outputs: the output that receives it. */
  readonly result?: string;
}

export interface DataField {
  readonly name: string;
  readonly type: XsdType;
  /** It cannot be omitted or empty. */
  readonly required: boolean;
  /** Value if it is omitted. */
  readonly default?: Json;
}
