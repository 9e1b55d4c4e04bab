// In syntax that old versions of Node understand.

/** Older versions crash in the SQLite driver. */
const NODE_MIN = 22;

/** Ends the process with a sentence on a version of Node that cannot run the product. */
export function requireNode() {
  const { node } = process.versions;
  if (Number.parseInt(node, 10) >= NODE_MIN) return;
  console.error(
    `Selvedge needs Node.js 24 or newer, and this is ${node}. Install it: https://nodejs.org/en/download`,
  );
  process.exit(1);
}
