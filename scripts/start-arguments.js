/** What `npm start` runs: the server with the examples loaded, unless a verb, or folders of workflows, are named. */

/**
 * @param {readonly string[]} args what stands behind `npm start --`
 * @param {string} root the folder of the checkout, with a slash at its end
 * @param {NodeJS.ProcessEnv} env
 * @param {(path: string) => boolean} isThere
 * @returns {readonly string[]} words for the program
 */
export function startArguments(args, root, env, isThere) {
  const [first] = args;
  if (first !== undefined && !first.startsWith('-')) return args;
  if (findOption('--workflows') !== undefined) return ['serve', ...args];
  // What is saved goes into the first folder: the examples stay as they are.
  const folders = [`${root}.signalbox/workflows`, `${root}examples`];
  // The examples call what stands in for the real thing, unless the operator says what may be called.
  const data = findOption('--data') ?? `${root}.signalbox`;
  const isConfigured = findOption('--connectors') !== undefined || isThere(`${data}/connectors.yaml`);
  const connectors = isConfigured ? [] : ['--connectors', `${root}examples/connectors.yaml`];
  return ['serve', ...folders.flatMap((folder) => ['--workflows', folder]), ...connectors, ...args];

  /** @param {string} flag */
  function findOption(flag) {
    const at = args.findIndex((word) => word === flag || word.startsWith(`${flag}=`));
    const word = args[at];
    if (word !== undefined) return word === flag ? (args[at + 1] ?? '') : word.slice(flag.length + 1);
    return env[flag.replace('--', 'SIGNALBOX_').toUpperCase()] || undefined;
  }
}
