/** The fields of `after` that differ from `before`: only those are sent, so that another member's changes survive. */
export function changedFields<Fields extends object>(before: Fields, after: Fields): Partial<Fields> {
  const old = new Map<string, unknown>(Object.entries(before));
  return Object.fromEntries(
    Object.entries(after).filter(([key, value]) => JSON.stringify(value) !== JSON.stringify(old.get(key))),
  ) as Partial<Fields>;
}
