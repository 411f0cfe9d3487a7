/** What programs of this language say to their evaluator: plain JSON, one deed for each thing that data is needed for. */
import type { Json } from '../../kernel/index.ts';
import type { XsdType, XsdTypes } from '../xsd/shape.ts';
import type { TimerState } from './parse-predicate.ts';

export const evaluatorName = 'yawl';

/** What all expressions of a program share. */
export interface SharedTypes {
  readonly types: XsdTypes;
  /** Of the root net: what its data is called, and its variables. */
  readonly data: { readonly root: string; readonly fields: readonly Pick<DataField, 'name' | 'type'>[] };
}

export type YawlSource =
  | MapSource
  /** True or false. */
  | { readonly do: 'test'; readonly query: string; readonly over: DataDocument }
  /** A whole number; another one where the query gives none. */
  | { readonly do: 'count'; readonly query: string; readonly over: DataDocument; readonly otherwise: number }
  /** One value for each instance of a task. */
  | {
      readonly do: 'split';
      readonly query: string;
      readonly splitting: string;
      readonly over: DataDocument;
      readonly to: DataField;
    }
  /** What one instance adds to the whole, as XML. */
  | { readonly do: 'piece'; readonly query: string; readonly over: DataDocument }
  /** What the pieces of all instances are together. */
  | { readonly do: 'join'; readonly query: string; readonly root: string; readonly to: DataField }
  /** What the last instance to end gave for a variable. */
  | { readonly do: 'last'; readonly variable: string }
  | { readonly do: 'timer'; readonly variable: string; readonly state: TimerState; readonly negated: boolean }
  /** Milliseconds from now, for a duration of XML Schema. */
  | { readonly do: 'duration'; readonly duration: string; readonly workdays: boolean }
  /** Milliseconds since 1970, by a variable of type YTimerType; null where it says nothing. */
  | {
      readonly do: 'expiry';
      readonly variable: string;
      readonly over: DataDocument;
      readonly workdays: boolean;
      /** What the specification itself says: only in that are parts in braces computed. Empty: nothing. */
      readonly written: string;
    }
  /** From when such a timer counts. */
  | { readonly do: 'trigger'; readonly variable: string }
  /** The outputs of an item that nobody answers. */
  | { readonly do: 'unfinished'; readonly outputs: readonly DataField[] }
  /** What an item shows before it is started; what cannot be computed is left out. */
  | { readonly do: 'preview'; readonly fields: readonly MapSource[] }
  /** Whom variables name. */
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

/** The document that a query is computed over. */
export interface DataDocument {
  /** Variables of the net, or what the work of the task gave. */
  readonly from: 'net' | 'output';
  readonly root: string;
  /** Only what the query may look at. */
  readonly fields: readonly DataField[];
  /** Of a result that is not an object with the outputs: the output that it is. */
  readonly result?: string;
}

export interface DataField {
  readonly name: string;
  readonly type: XsdType;
  /** It cannot be left out, nor be empty. */
  readonly required: boolean;
  /** Where it is left out. */
  readonly default?: Json;
}
