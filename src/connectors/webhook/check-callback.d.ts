import { type AllowedAddresses } from '../http/allowed-addresses.ts';
export type CheckedCallback =
  | {
      readonly kind: 'callback';
      readonly url: URL;
    }
  | {
      readonly kind: 'problems';
      readonly problems: readonly string[];
    };
export declare const longestCallback = 2000;
export declare function checkCallback(text: string, allowed: AllowedAddresses): CheckedCallback;
