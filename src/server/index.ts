/** The doors through which operations are called. */
export { openSignalbox } from './local/open-signalbox.ts';
export type { Role, Signalbox, SignalboxSurroundings } from './local/signalbox.ts';
