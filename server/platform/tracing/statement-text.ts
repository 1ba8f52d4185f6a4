interface Summary {
  /** Such as `select orders`. */
  name: string;
  attributes: Record<string, string>;
}

/** Statements that are remembered. Their set is bounded but for those of replicas, which name a position. */
const KNOWN = 2_000;
/** Longer texts are cut: a span is sent for each statement. */
const LENGTH = 800;
const known = new Map<string, Summary>();

/** The name and the text of a statement, without literals: parameters are placeholders already (decision 445). */
export function summaryOf(text: string): Summary {
  const found = known.get(text);
  if (found) return found;
  const summary = summarize(text);
  if (known.size >= KNOWN) known.clear();
  known.set(text, summary);
  return summary;
}

function summarize(text: string): Summary {
  const plain = withoutLiterals(text);
  const [verb = 'statement'] =
    /\b(?:insert|update|delete|select|begin|commit|set|lock|with)\b/i.exec(plain) ?? [];
  const [, table] = /\b(?:into|update|from|table)\s+(?:only\s+)?"?(\w+(?:"?\."?\w+)?)/i.exec(plain) ?? [];
  const name = [verb.toLowerCase(), table?.replaceAll('"', '')].filter(Boolean).join(' ');
  return {
    name,
    attributes: { 'db.system.name': 'postgresql', 'db.query.text': plain.slice(0, LENGTH) },
  };
}

/** Every string and number becomes `?`; `$1` stays. */
function withoutLiterals(text: string): string {
  return text
    .replaceAll(/\s+/g, ' ')
    .trim()
    .replaceAll(/'(?:[^']|'')*'/g, '?')
    .replaceAll(/(?<![\w$".])\d+(?:\.\d+)?\b/g, '?');
}
