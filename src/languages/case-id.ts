/** The case id of an execution: the root net has the id of its case, nets inside it are numbered. */
export const caseIdOf = (run: string, path: readonly number[]): string => [run, ...path].join('.');
