import type { z } from 'zod';
import type { Reader } from './kinds/kind.sql';
import { KINDS } from './kinds/kinds.sql';
import type { ShownRow, States } from './queries.sql';
import type { SearchKind, SearchResult } from './schema';
import { statedOf } from './ways';
import { type Asked, patternsOf, type Term } from './words';

type Result = z.infer<typeof SearchResult>;

/** A candidate, and what it still has to be. */
export interface Found {
  kind: SearchKind;
  id: string;
  match: 'exact' | 'name' | 'words';
  states: States;
  /** Patterns of words that its texts have to have. */
  words: ReadonlyArray<readonly string[]>;
  /** Numbers that it was found by, as they are compared, where what is shown has to be one of them. */
  keys?: ReadonlySet<string>;
}

const ANY: States = [null, null];
export const splitIds = (ids: string | null): string[] => ids?.split(',') ?? [];

/**
 * What numbers found, each with the words that they don't cover: as words, and as states where they may be some.
 * @param rows objects by the place of what was typed; -1 for all of it
 */
export function group(
  rows: ReadonlyArray<{ kind: SearchKind; id: string; place: number; key: string }>,
  { terms }: Asked,
  reader: Reader,
): Found[] {
  const covered = new Map<string, { kind: SearchKind; id: string; places: Set<number>; keys: Set<string> }>();
  for (const { kind, id, place, key: number } of rows) {
    const key = `${kind} ${id}`;
    const one = covered.get(key) ?? { kind, id, places: new Set<number>(), keys: new Set<string>() };
    one.places.add(place);
    one.keys.add(number);
    covered.set(key, one);
  }
  return [...covered.values()].flatMap(({ kind, id, places, keys }) => {
    const left = places.has(-1) ? [] : terms.filter(({ word }) => !places.has(word));
    const hit = (rest: readonly Term[], states: States): Found => ({
      kind,
      id,
      match: 'exact',
      states,
      words: rest.map(patternsOf),
      ...(KINDS[kind].checksNumber && { keys }),
    });
    const stated = statedOf(KINDS[kind], reader, left);
    return [hit(left, ANY), ...(stated ? [hit(stated.left, stated.states)] : [])];
  });
}

/** The candidates of a kind, to be shown in lists of equal states. */
interface Merged {
  kind: SearchKind;
  lists: Array<{ ids: string[]; states: States }>;
  /** A row that is shown, with its place; none for one that is shown already. */
  matchOf(row: ShownRow): Array<{ rank: number; result: Result }>;
}

const ORDER = ['exact', 'name', 'words'] as const;

/** Puts candidates in their order, by kind: exact ones, those by name, others, each once. */
export function merge(kinds: readonly SearchKind[], found: readonly Found[]): Merged[] {
  return kinds.flatMap((kind) => {
    const own = found.filter((one) => one.kind === kind);
    if (own.length === 0) return [];
    const sorted = ORDER.flatMap((match) => own.filter((one) => one.match === match));
    const byStates = new Map<string, { ids: Set<string>; states: States }>();
    const ranks = new Map<string, Array<Pick<Found, 'match' | 'keys'> & { rank: number }>>();
    for (const [rank, { id, match, states, keys }] of sorted.entries()) {
      const key = JSON.stringify(states);
      const list = byStates.get(key) ?? { ids: new Set<string>(), states };
      list.ids.add(id);
      byStates.set(key, list);
      ranks.set(id, [...(ranks.get(id) ?? []), { rank, match, keys }]);
    }
    const shown = new Set<string>();
    const matchOf = (row: ShownRow) => {
      const known = ranks.get(row.id)?.find(({ keys }) => !keys || (row.key !== null && keys.has(row.key)));
      if (!known || shown.has(row.id)) return [];
      shown.add(row.id);
      const { key: _, ...result } = row;
      return [{ rank: known.rank, result: { kind, ...result, match: known.match } }];
    };
    return [
      { kind, lists: [...byStates.values()].map(({ ids, states }) => ({ ids: [...ids], states })), matchOf },
    ];
  });
}
