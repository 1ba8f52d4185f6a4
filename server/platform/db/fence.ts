/** What begins a statement that may have a `with` in front; DDL, `lock`, `set` and the like may not. */
const STATEMENT =
  /^(?:\s|--[^\n]*\n)*(with\s+(?:recursive\s+)?|(?=(?:select|insert|update|delete|merge|values)\b|\())/i;
/** Whatever changes or locks rows. A read that matches by chance is only checked as well. */
const WRITE =
  /\b(?:insert\s+into|update|delete\s+from|merge\s+into)\b|\bfor\s+(?:no\s+key\s+update|(?:key\s+)?share)\b|\badd_jobs?\b/i;
const KEPT = 4_000;

/**
 * Makes what adds the fence to statements that write: PostgreSQL locks `schema_generation` before it takes such a statement's
 * snapshot, until its transaction ends, and rejects a writer whose generation has passed. A migration that raises the
 * generation takes a lock that conflicts, so a write commits before it or never (decision 404).
 * @returns a function that gives null for a statement that changes and locks no rows
 */
export function openFence(generation: number): (text: string) => string | null {
  const kept = new Map<string, string | null>();
  const fence = `schema_fence as (update public.schema_generation set writer = ${generation} where generation > ${generation})`;
  return (text) => {
    const known = kept.get(text);
    if (known !== undefined) return known;
    const begin = WRITE.test(text) ? STATEMENT.exec(text) : null;
    const result =
      begin && (begin[1] ? `${begin[0]}${fence}, ${text.slice(begin[0].length)}` : `with ${fence} ${text}`);
    if (kept.size < KEPT) kept.set(text, result);
    return result;
  };
}

/** The constraint that a writer violates whose generation has passed. */
export const FENCE = 'schema_fence';
