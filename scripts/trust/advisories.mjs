/**
 * The advisories of `npm audit --json`, each once.
 * @param {{ vulnerabilities: Record<string, { via: Array<string | object> }> }} audit
 * @returns {Array<{ id: string, package: string, severity: string, title: string }>} `id` as in GHSA-xxxx-xxxx-xxxx
 */
export function advisoriesOf({ vulnerabilities }) {
  const found = new Map();
  for (const { via } of Object.values(vulnerabilities)) {
    for (const one of via) {
      // A text names another package of the list, through which this one is concerned.
      if (typeof one === 'string') continue;
      const id = /GHSA(?:-\w{4}){3}/.exec(one.url)?.[0] ?? String(one.source);
      found.set(id, { id, package: one.name, severity: one.severity, title: one.title });
    }
  }
  return [...found.values()];
}

/**
 * What of the found advisories is to be fixed, and what of the accepted ones no longer counts.
 * @param {ReturnType<typeof advisoriesOf>} found
 * @param {Array<{ id: string, package: string, reason: string, expires: string }>} accepted `expires`: the last day, YYYY-MM-DD
 * @param {string} today YYYY-MM-DD
 */
export function judge(found, accepted, today) {
  const expired = accepted.filter(({ expires }) => expires < today);
  const counts = new Set(accepted.filter((one) => !expired.includes(one)).map(({ id }) => id));
  return {
    open: found.filter(({ id }) => !counts.has(id)),
    expired,
    unused: accepted.filter(({ id }) => !found.some((one) => one.id === id)),
  };
}
