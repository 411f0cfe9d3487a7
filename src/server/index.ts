/** The doors through which operations are called. */
export { openSignalbox } from './local/open-signalbox.ts';
export type { NamedPlace, Role, Signalbox, SignalboxSurroundings } from './local/signalbox.ts';
