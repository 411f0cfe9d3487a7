/** What `npm start` runs: the server with the examples loaded, unless a verb, or folders of workflows, are named. */

/**
 * @param {readonly string[]} given what stands behind `npm start --`
 * @param {string} root the folder of the checkout, with a slash at its end
 * @param {NodeJS.ProcessEnv} env
 * @returns {readonly string[]} words for the program
 */
export function startWords(given, root, env) {
  const [first] = given;
  if (first !== undefined && !first.startsWith('-')) return given;
  const namesFolders =
    given.some((word) => /^--workflows(?:=|$)/.test(word)) || Boolean(env['SIGNALBOX_WORKFLOWS']);
  // What is saved goes into the first folder: the examples stay as they are.
  const folders = namesFolders ? [] : [`${root}.signalbox/workflows`, `${root}examples`];
  return ['serve', ...folders.flatMap((folder) => ['--workflows', folder]), ...given];
}
