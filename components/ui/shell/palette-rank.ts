const WHOLE = 5;
const START = 4;
const WORD = 3;
const PART = 2;
const KEYWORD = 1;

/**
 * How well an entry fits a query: 0 hides it. The label counts before the keywords, its start before a word's start before
 * any other part; several words must each occur somewhere.
 */
export function rank(query: string, label: string, keywords: readonly string[] = []): number {
  const wanted = query.trim().toLowerCase();
  const name = label.toLowerCase();
  if (name === wanted) return WHOLE;
  if (name.startsWith(wanted)) return START;
  if (name.includes(` ${wanted}`)) return WORD;
  if (name.includes(wanted)) return PART;
  const all = [name, ...keywords.map((keyword) => keyword.toLowerCase())];
  return wanted.split(/\s+/).every((word) => all.some((text) => text.includes(word))) ? KEYWORD : 0;
}
