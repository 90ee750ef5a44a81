/** The oldest Node this project runs on; package.json's "engines" says the same. */
const OLDEST = [20, 19];

/**
 * Refuses a Node that is too old, before anything else is loaded.
 * @param {string} version as in process.versions.node
 * @returns {string | undefined} what is wrong and how to put it right, or undefined when the version will do
 */
export function nodeVersionProblem(version) {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  const newEnough = major > OLDEST[0] || (major === OLDEST[0] && minor >= OLDEST[1]);
  if (newEnough) return undefined;
  return (
    `Node ${OLDEST.join(".")} or newer is needed, this is ${version}.\n` +
    `  Get it from https://nodejs.org (or "nvm install 22", "brew install node") and run the command again.`
  );
}
