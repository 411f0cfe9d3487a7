/**
 * The tree of a YAWL specification set: what its author wrote, each part with its location. Older schema versions are
 * converted to this form by the parser. Later steps do not see them, except in the names of the data documents
 * (`dataRoot`).
 */
import type { Span } from '../../../expression/index.ts';
import type { Shape, XsdTypes } from '../../xsd/shape.ts';

/** A location: its span in the text, and its path: `specification[Order].decomposition[Ship].task[pack]`. */
export interface SourceLocation {
  readonly span: Span;
  readonly path: string;
}

export interface YawlDocument {
  /** The version of `specificationSet`: `4.0`, `2.2`, `Beta 7.1`. Default: `Beta 2`. */
  readonly version: string;
  readonly specifications: readonly YawlSpecification[];
}

export interface YawlSpecification {
  readonly at: SourceLocation;
  readonly uri: string;
  readonly name: string;
  readonly documentation: string;
  readonly metaData: YawlMetaData;
  /** The definitions of its schema. */
  readonly types: XsdTypes;
  readonly decompositions: readonly YawlDecomposition[];
}

export interface YawlMetaData {
  /** `UID_…`; empty if there is none. */
  readonly identifier: string;
  /** Default: `0.1`. */
  readonly version: string;
  readonly title: string;
  readonly description: string;
  readonly creators: readonly string[];
}

export type YawlDecomposition = YawlNet | YawlGateway;

interface Decomposition {
  readonly id: string;
  readonly at: SourceLocation;
  readonly name: string;
  readonly documentation: string;
  /** By index, then in the order of the text. */
  readonly inputs: readonly YawlVariable[];
  readonly outputs: readonly YawlVariable[];
  /** Name of the root element of its data: its id; `data` in the first versions. */
  readonly dataRoot: string;
}

export interface YawlNet extends Decomposition {
  readonly kind: 'net';
  readonly isRoot: boolean;
  readonly locals: readonly YawlVariable[];
  /** All conditions, including `input` and `output`. */
  readonly conditions: readonly YawlCondition[];
  readonly tasks: readonly YawlTask[];
}

/** What an atomic task does. */
export interface YawlGateway extends Decomposition {
  readonly kind: 'gateway';
  readonly enablement: readonly YawlVariable[];
  readonly service: LocatedName | null;
  readonly codelet: LocatedName | null;
  readonly interaction: 'manual' | 'automated';
}

/** A name with its location. */
export interface LocatedName {
  readonly name: string;
  readonly at: SourceLocation;
}

export interface YawlVariable {
  readonly name: string;
  readonly at: SourceLocation;
  readonly index: number;
  readonly documentation: string;
  /** As written, without its prefix; empty if it has none. */
  readonly typeName: string;
  /** `null` if the type does not exist. */
  readonly shape: Shape | null;
  /** Initial value of inputs and locals, default of outputs: the XML inside the element, as written. */
  readonly initial: LocatedName | null;
  readonly mandatory: boolean;
}

export interface YawlCondition {
  readonly id: string;
  readonly at: SourceLocation;
  readonly kind: 'input' | 'output' | 'plain';
  readonly name: string;
  readonly documentation: string;
  readonly flows: readonly YawlFlow[];
}

export type YawlRouting = 'and' | 'xor' | 'or';

export interface YawlTask {
  readonly id: string;
  readonly at: SourceLocation;
  readonly name: string;
  readonly documentation: string;
  readonly flows: readonly YawlFlow[];
  readonly join: YawlRouting;
  readonly split: YawlRouting;
  /** Its cancellation set: conditions and tasks by id, and flows whose implicit condition is meant. */
  readonly removes: readonly LocatedName[];
  readonly removesFlows: readonly RemovedFlow[];
  readonly starting: readonly YawlMapping[];
  readonly completed: readonly YawlMapping[];
  readonly enablement: readonly YawlMapping[];
  readonly timer: YawlTimer | null;
  readonly resourcing: YawlResourcing | null;
  /** Address of the form that YAWL would show. */
  readonly customForm: string;
  /** Null: an empty task. */
  readonly decomposition: LocatedName | null;
  readonly multiple: YawlMultiple | null;
}

export interface RemovedFlow {
  readonly from: string;
  readonly to: string;
  readonly at: SourceLocation;
}

export interface YawlFlow {
  readonly to: string;
  readonly at: SourceLocation;
  readonly predicate: YawlQuery | null;
  readonly ordering: number | null;
  readonly isDefault: boolean;
  readonly documentation: string;
}

/** XPath or XQuery as written. */
export interface YawlQuery {
  readonly text: string;
  readonly at: SourceLocation;
}

export interface YawlMapping {
  readonly query: YawlQuery;
  /** Of starting and enablement mappings: a parameter of the decomposition; of completed ones: a variable of the net. */
  readonly to: string;
  readonly at: SourceLocation;
}

export interface YawlMultiple {
  readonly at: SourceLocation;
  /** Numbers, or queries. */
  readonly minimum: YawlQuery;
  readonly maximum: YawlQuery;
  readonly threshold: YawlQuery;
  /** As written; valid are `static` and `dynamic`. */
  readonly creation: string;
  readonly input: {
    readonly expression: YawlQuery;
    readonly splitting: YawlQuery;
    readonly formal: LocatedName;
  } | null;
  readonly output: {
    readonly formal: YawlQuery;
    readonly joining: YawlQuery;
    readonly variable: LocatedName;
  } | null;
}

export interface YawlTimer {
  readonly at: SourceLocation;
  /** `null` if a variable defines it. */
  readonly trigger: 'OnEnabled' | 'OnExecuting' | 'Never' | null;
  readonly due: /** Milliseconds since 1970. */
    | { readonly kind: 'expiry'; readonly at: number }
    /** As xs:duration: `PT5S`. Ticks and intervals are converted. */
    | { readonly kind: 'duration'; readonly duration: string }
    /** A variable of the net, of type YTimerType. */
    | { readonly kind: 'variable'; readonly variable: LocatedName };
  /** Saturdays and Sundays do not count. */
  readonly workdays: boolean;
}

export interface YawlResourcing {
  readonly at: SourceLocation;
  readonly offer: {
    readonly initiator: Initiator;
    readonly participants: readonly LocatedName[];
    readonly roles: readonly LocatedName[];
    /** Variables of the net that name participants or roles. */
    readonly params: readonly { readonly variable: LocatedName; readonly refers: 'participant' | 'role' }[];
    readonly filters: readonly Selector[];
    readonly constraints: readonly Selector[];
    /** The task whose performer does this one too. */
    readonly familiar: LocatedName | null;
  };
  readonly allocate: { readonly initiator: Initiator; readonly allocator: Selector | null };
  readonly start: { readonly initiator: Initiator };
  readonly privileges: readonly YawlPrivilege[];
}

export type Initiator = 'user' | 'system';

/** A plug-in by name: a filter, a constraint, an allocator. */
export interface Selector {
  readonly name: string;
  readonly at: SourceLocation;
  readonly params: readonly { readonly key: string; readonly value: string }[];
}

export interface YawlPrivilege {
  /** `canSkip`, `canSuspend`, `canDelegate`, … */
  readonly name: string;
  readonly at: SourceLocation;
  readonly allowAll: boolean;
  readonly participants: readonly string[];
  readonly roles: readonly string[];
}
