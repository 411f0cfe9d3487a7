/** The transports by which operations are called. */
export { openSignalbox } from './local/open-signalbox.ts';
export type {
  PathSetting,
  Role,
  Signalbox,
  SignalboxEnvironment,
} from './local/signalbox.ts';
