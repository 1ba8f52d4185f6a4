/**
 * npm's bill of materials without what differs between two runs: its random number, the time of the run and the folder's name.
 * @param {string} text CycloneDX in JSON, as `npm sbom` prints it
 * @param {{ name: string, time: string }} product `time` in ISO 8601
 * @returns the bill, whose components are sorted
 */
export function steadyBill(text, { name, time }) {
  const { serialNumber: _, ...bill } = JSON.parse(text);
  const byRef = (a, b) => (a['bom-ref'] ?? a.ref).localeCompare(b['bom-ref'] ?? b.ref, 'en');
  const { component } = bill.metadata;
  return {
    ...bill,
    metadata: { ...bill.metadata, timestamp: time, component: { ...component, name } },
    components: bill.components.toSorted(byRef),
    dependencies: bill.dependencies?.toSorted(byRef),
  };
}

/**
 * The license of each component of a bill, from the list of exceptions where the package names none.
 * @param {{ components: Array<{ name: string, version: string, licenses?: Array<object> }> }} bill
 * @param {{ allowed: string[], stated: Array<{ package: string, license: string }> }} rules `stated`: a package's name, or
 *   the start of several names before a `*`
 * @returns {Array<{ name: string, version: string, license: string, isAllowed: boolean }>}
 */
export function licensesOf({ components }, { allowed, stated }) {
  return components.map(({ name, version, licenses = [] }) => {
    const named = licenses
      .map(({ license, expression }) => expression ?? license.id ?? license.name)
      .join(' AND ');
    const exception = stated.find((one) => matches(one.package, name));
    const license = exception?.license ?? named;
    return { name, version, license, isAllowed: isAllowed(license, allowed) };
  });
}

function matches(pattern, name) {
  return pattern.endsWith('*') ? name.startsWith(pattern.slice(0, -1)) : pattern === name;
}

/** True when an SPDX expression can be met by the allowed licenses: all of AND, one of OR. */
export function isAllowed(expression, allowed) {
  const plain = expression.replaceAll(/[()]/g, '').trim();
  if (plain === '') return false;
  return plain.split(/ AND /i).every((part) => part.split(/ OR /i).some((id) => allowed.includes(id.trim())));
}

/** A text that lists packages by license. */
export function licenseText(licenses) {
  const groups = new Map();
  for (const one of licenses) groups.set(one.license, [...(groups.get(one.license) ?? []), one]);
  return [...groups]
    .toSorted(([a], [b]) => a.localeCompare(b, 'en'))
    .map(([license, of]) => `${license}\n${of.map(({ name, version }) => `  ${name} ${version}\n`).join('')}`)
    .join('\n');
}
