/** What is noted of each call of a tool: who, what, how it ended. Never the input. */
import type { Principal } from '../../../operations/index.ts';

export interface CallRecord {
  readonly correlationId: string;
  readonly subject: string;
  readonly tenant: string;
  readonly kind: Principal['kind'];
  /** The run that it started or was about; null where it was about none. */
  readonly run: string | null;
  /** As it is listed; empty where there is no such tool. */
  readonly tool: string;
  readonly era: 'modern' | 'legacy' | 'plain';
  readonly outcome: 'ok' | 'error' | 'refused' | 'left';
  /** Of the error. */
  readonly code: string | null;
  readonly milliseconds: number;
}

export type NoteCall = (record: CallRecord) => void;
