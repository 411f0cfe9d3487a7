/** The doors through which operations are called. */
export { openSignalbox } from './local/open-signalbox.ts';
export type {
  PathSetting as NamedPlace,
  Role,
  Signalbox,
  SignalboxEnvironment as SignalboxSurroundings,
} from './local/signalbox.ts';
