import { FIGURES } from './list.mjs';

/**
 * The results of `npm run prove` as a page in Markdown.
 * @param {Record<string, { outcome: string, why: string, seconds: number, at: string, commit?: string }>} results by the number of the
 *   figure; `commit` where it is an earlier one
 * @param {{ version: string, commit: string, machine: string }} of what was measured, and where
 */
export function tableOf(results, { version, commit, machine }) {
  const rows = Object.entries(results)
    .sort(([a], [b]) => Number(a) - Number(b))
    .map(([number, { outcome, why, seconds, at, commit: earlier }]) => {
      const took = outcome === 'not measured' ? '' : `${seconds} s`;
      const where = earlier ? `${outcome} at ${earlier.slice(0, 8)}` : outcome;
      return `| ${number} | ${FIGURES[number].says} | ${why ? `${where}: ${why}` : where} | ${took} | ${at.slice(0, 16)}Z |`;
    });
  const count = (outcome) => Object.values(results).filter((one) => one.outcome === outcome).length;
  return `# What holds: ${version}

Commit ${commit}, ${machine}. ${count('holds')} hold, ${count('fails')} fail, ${count('not measured')} were not measured.
\`npm run figures -- N\` shows one again.

| # | Figure | Outcome | Took | Measured |
|---|---|---|---|---|
${rows.join('\n')}
`;
}
