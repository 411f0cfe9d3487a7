/** The record of one tool call: who, what, how it ended. Never the input. */
import type { Principal } from '../../../operations/index.ts';

export interface CallRecord {
  readonly correlationId: string;
  readonly subject: string;
  readonly tenant: string;
  readonly kind: Principal['kind'];
  /** The run that the call started or refers to; null if none. */
  readonly run: string | null;
  /** The listed name; empty if the tool does not exist. */
  readonly tool: string;
  readonly era: 'modern' | 'legacy' | 'plain';
  readonly outcome: 'ok' | 'error' | 'refused' | 'left';
  /** Of the error. */
  readonly code: string | null;
  readonly milliseconds: number;
}

export type NoteCall = (record: CallRecord) => void;
