/**
 * Posts one delivery to whoever subscribed. Connects to public addresses only, or to those that the operator allows;
 * follows no redirect, takes no more of an answer than its head, and ends in bounded time. Whatever happens outside is an
 * outcome.
 */
import type { GuardOptions } from '../http/guarded-agent.ts';
export interface WebhookPoster {
  post(request: WebhookRequest, signal: AbortSignal): Promise<Posted>;
  close(): Promise<void>;
}
export interface WebhookRequest {
  readonly url: URL;
  readonly headers: {
    readonly [name: string]: string;
  };
  readonly body: Uint8Array;
}
export interface WebhookPosterOptions extends Pick<GuardOptions, 'allowed' | 'resolve'> {
  /** Milliseconds until an answer must have begun. */
  readonly timeout: number;
  readonly now: () => number;
}
export type Posted =
  /** `after`: milliseconds that the receiver asks for. */
  | {
      readonly kind: 'answered';
      readonly status: number;
      readonly after: number | undefined;
    }
  /** Nothing was sent, because of where it would have gone. */
  | {
      readonly kind: 'blocked';
    }
  /** No connection, or it was lost. */
  | {
      readonly kind: 'failed';
      readonly message: string;
    }
  | {
      readonly kind: 'timed-out';
      readonly after: number;
    }
  /** The caller's signal. */
  | {
      readonly kind: 'aborted';
    };
export declare function createWebhookPoster(options: WebhookPosterOptions): WebhookPoster;
