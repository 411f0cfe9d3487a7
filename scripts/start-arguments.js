/** The arguments of `npm start`: the server with the examples loaded, unless a verb or workflow folders are named. */

/**
 * @param {readonly string[]} args the arguments after `npm start --`
 * @param {string} root the folder of the checkout, with a slash at its end
 * @param {NodeJS.ProcessEnv} env
 * @param {(path: string) => boolean} isThere
 * @returns {readonly string[]} arguments of the program
 */
export function startArguments(args, root, env, isThere) {
  const [first] = args;
  if (first !== undefined && !first.startsWith('-')) return args;
  if (findOption('--workflows') !== undefined) return ['serve', ...args];
  // Documents are saved in the first folder: the examples stay unchanged.
  const folders = [`${root}.signalbox/workflows`, `${root}examples`];
  // The examples call stubs, unless the operator configures connectors.
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
