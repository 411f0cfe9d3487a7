/** What `npm start` runs: the server with the examples loaded, unless a verb, or folders of workflows, are named. */

/**
 * @param {readonly string[]} given what stands behind `npm start --`
 * @param {string} root the folder of the checkout, with a slash at its end
 * @param {NodeJS.ProcessEnv} env
 * @param {(path: string) => boolean} isThere
 * @returns {readonly string[]} words for the program
 */
export function startWords(given, root, env, isThere) {
  const [first] = given;
  if (first !== undefined && !first.startsWith('-')) return given;
  if (said('--workflows') !== undefined) return ['serve', ...given];
  // What is saved goes into the first folder: the examples stay as they are.
  const folders = [`${root}.signalbox/workflows`, `${root}examples`];
  // The examples call what stands in for the real thing, unless the operator says what may be called.
  const data = said('--data') ?? `${root}.signalbox`;
  const isSaid = said('--connectors') !== undefined || isThere(`${data}/connectors.yaml`);
  const connectors = isSaid ? [] : ['--connectors', `${root}examples/connectors.yaml`];
  return ['serve', ...folders.flatMap((folder) => ['--workflows', folder]), ...connectors, ...given];

  /** @param {string} flag */
  function said(flag) {
    const at = given.findIndex((word) => word === flag || word.startsWith(`${flag}=`));
    const word = given[at];
    if (word !== undefined) return word === flag ? (given[at + 1] ?? '') : word.slice(flag.length + 1);
    return env[flag.replace('--', 'SIGNALBOX_').toUpperCase()] || undefined;
  }
}
