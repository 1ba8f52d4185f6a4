import { type Document, resolve, type Schema } from '../contract/fuzz/document';

/** Characters of a text that has no bound of its own, and entries of such a list. */
const [LENGTH, ENTRIES] = [200, 200];
/** As dense as JSON allows: a body has a limit of bytes, too. */
const DEEPEST = 6;

export interface Bounds {
  document: Document;
  /** What ids in a body name. */
  ids: readonly string[];
  /** Entries that a list has at most. */
  entries: number;
}

/**
 * A value of a schema with all that it may have: every property, as many entries as allowed, texts of full length in entries of no
 * list. Each entry differs from the others.
 */
export function atBounds(bounds: Bounds, schema: Schema, n = 0, depth = 0): unknown {
  const of = (inner: Schema, index = n) => atBounds(bounds, inner, index, depth + 1);
  const known = resolve(bounds.document, schema);
  if (known.const !== undefined) return known.const;
  if (known.enum) return known.enum[n % known.enum.length];
  const choice = (known.anyOf ?? known.oneOf)?.find(({ type }) => type !== 'null');
  if (choice) return of(choice);
  if (known.allOf) return Object.assign({}, ...known.allOf.map((one) => of(one)));
  switch (Array.isArray(known.type) ? known.type[0] : known.type) {
    case 'string':
      return text(bounds, known, n, depth);
    case 'integer':
    case 'number':
      return Math.min(known.maximum ?? 1, Math.max(known.minimum ?? 1, 1));
    case 'boolean':
      return true;
    case 'array': {
      const { items = {}, maxItems = ENTRIES } = known;
      const count = depth > DEEPEST ? 0 : Math.min(maxItems, depth > 2 ? 5 : bounds.entries);
      return Array.from({ length: count }, (_, i) => of(items, i));
    }
    case 'object':
      return Object.fromEntries(
        Object.entries(known.properties ?? {}).map(([name, property]) => [name, of(property)]),
      );
    default:
      return null;
  }
}

function text(
  { ids }: Bounds,
  { format, maxLength = LENGTH, pattern, 'x-values': values, 'x-max-values': most = 50 }: Schema,
  n: number,
  depth: number,
): string {
  if (format === 'uuid') return ids[n % ids.length] ?? '';
  if (values) return values.slice(0, most).join(',');
  if (pattern?.startsWith('^[0-9a-fA-F]{8}-')) return ids.slice(0, most).join(',');
  if (format === 'date') return '2026-11-21';
  if (format === 'date-time') return '2026-11-21T10:00:00.000Z';
  if (format === 'email') return `member${n}@bounds.test`;
  if (format === 'uri') return `https://images.example/${n}.png`;
  if (pattern?.includes(':')) return '10:00';
  return `B-${n}`.padEnd(depth > 1 ? 0 : Math.min(maxLength, 20_000), 'x').slice(0, maxLength);
}
