/** Recognizes the folders inside a folder of workflows that hold no documents of it. */

/** The file that marks a data folder. */
export const databaseName = 'signalbox.db';

/** Hidden folders, and installed packages. */
export const isSkippedName = (name: string): boolean => name.startsWith('.') || name === 'node_modules';

/** Every data folder is recognized, also those of other processes and copies. @param names of the files in the folder */
export const isDataFolder = (names: readonly string[]): boolean => names.includes(databaseName);
