import type { z } from 'zod';
import { invalidRequest } from '../../kernel/errors';
import type { ReadContext } from '../../operation/context';
import type { Db } from '../../platform/db/client';
import { pipelined } from '../../platform/db/pipelined';
import { planOnce } from '../../platform/db/plan.sql';
import { MOST_WORDS } from './bounds.schema';
import { type Found, group, merge, splitIds } from './found';
import type { Reader } from './kinds/kind.sql';
import { KINDS } from './kinds/kinds.sql';
import {
  candidates,
  closeWords,
  countWords,
  FIRST,
  foldText,
  MOST,
  numbered,
  ownersOfGoods,
  shownOf,
  TERMS,
  withWords,
} from './queries.sql';
import { SEARCH_KINDS, type SearchKind, type SearchQuery, type SearchResults } from './schema';
import { type Counts, ownersOf, type Plan, piecesOf, plansOf, textsOf } from './ways';
import { type Asked, closeTo, type Term, termsOf } from './words';

type Results = z.infer<typeof SearchResults>;

/** A search of one reader, in a transaction. */
interface Search {
  db: Db;
  reader: Reader;
  kinds: readonly SearchKind[];
  sellers: readonly string[];
  limit: number;
}

/**
 * Finds what a member may read, by words, whole numbers and states (decision 949): candidates first, then who sees them, then the order.
 * @throws AppError INVALID_REQUEST for more words than 8, counted between other signs, too
 */
export function search(
  { db, actor }: ReadContext,
  { q, kinds: wanted, limit }: z.infer<typeof SearchQuery>,
): Promise<Results> {
  const kinds = SEARCH_KINDS.filter(
    (kind) => mayRead(kind, actor) && (wanted === undefined || wanted.split(',').includes(kind)),
  );
  return db.transaction(async (tx) => {
    const [, folded] = await pipelined([planOnce(tx), fold(tx, q)]);
    const asked = termsOf(folded);
    if (asked.terms.length > TERMS) {
      throw invalidRequest([
        { path: 'q', code: 'too_many_items', message: `must be at most ${MOST_WORDS} words` },
      ]);
    }
    const isOfGoods = kinds.some((kind) => KINDS[kind].isGoods);
    const typed = typedOf(q, asked);
    const [sellers, numbers] = await pipelined([
      isOfGoods ? ownersOfGoods(tx, actor) : [],
      typed.length > 0 ? numbered(tx, actor, typed) : [],
    ]);
    const one: Search = { db: tx, reader: actor, kinds, sellers: sellers.map(({ id }) => id), limit };
    const hits = group(
      numbers.filter(({ kind }) => kinds.includes(kind)),
      asked,
      actor,
    );
    const found = await find(one, asked.terms, hits);
    if (found.data.length > 0) return found;
    const close = await closeTerms(one, asked.terms);
    if (!close) return found;
    const { data, ...rest } = await find(one, close, []);
    return { ...rest, data: data.map((result) => ({ ...result, match: 'close' as const })) };
  });
}

function mayRead(kind: SearchKind, actor: Reader): boolean {
  const { needs, has } = KINDS[kind];
  return actor.permissions.includes(needs) && (has?.(actor) ?? true);
}

/** Folds as texts are folded; ASCII is folded alike here. */
async function fold(db: Db, text: string): Promise<string> {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the range of ASCII begins with them
  if (/^[\x00-\x7f]*$/.test(text)) return text.toLowerCase();
  const [row] = await foldText(db, text);
  return row?.folded ?? '';
}

/** What may be a number: each word as it was typed, and all of them. */
function typedOf(q: string, { typed }: Asked): string[] {
  const all = q.trim();
  const words = all.split(/\s+/).filter((word) => word !== '');
  if (words.length === 0) return [];
  return words.length === typed.length ? [...words, all] : [all];
}

async function countsOf({ db, reader, kinds, sellers }: Search, terms: readonly Term[]): Promise<Counts> {
  const pieces = piecesOf(terms);
  const where = kinds.flatMap((kind) =>
    ownersOf(kind, reader, sellers).map((owner) => ({ kind: textsOf(kind, reader), owner })),
  );
  const rows = pieces.size > 0 && where.length > 0 ? await countWords(db, where, [...pieces.values()]) : [];
  const names = [...pieces.keys()];
  const known = new Map(
    rows.map(({ kind, owner, piece, objects }) => [`${kind} ${owner} ${names[piece - 1]}`, objects]),
  );
  return (kind, owner, piece) => known.get(`${kind} ${owner} ${piece}`) ?? 0;
}

/** Finds by words and, among numbers that were typed, what has the other words. */
async function find(one: Search, terms: readonly Term[], hits: readonly Found[]): Promise<Results> {
  const { db, reader, kinds, sellers } = one;
  const counts = await countsOf(one, terms);
  const plans =
    terms.length > 0 ? kinds.flatMap((kind) => plansOf(kind, reader, { terms, sellers }, counts)) : [];
  const toCheck = hits.filter(({ words }) => words.length > 0);
  const [first, checked] = await pipelined([
    lookThrough(db, plans),
    toCheck.length > 0
      ? withWords(
          db,
          toCheck.map(({ kind, id, words }) => ({ kind: textsOf(kind, reader), id, words })),
        )
      : [],
  ]);
  const fitting = new Set(checked.map(({ kind, id }) => `${kind} ${id}`));
  const exact = hits.filter(
    ({ kind, id, words }) => words.length === 0 || fitting.has(`${textsOf(kind, reader)} ${id}`),
  );
  const shown = await show(one, [...exact, ...first.found]);
  // Of those that were looked at first, the reader sees few.
  const short = plans.filter(({ kind }) => first.full.has(kind) && !shown.more.includes(kind));
  const rest = short.length > 0 ? await lookThrough(db, short, MOST) : null;
  const again = rest && (await show(one, [...exact, ...first.found, ...rest.found]));
  const cut = plans.filter((plan) => isCut(plan, rest?.full.has(plan.kind) ?? false, reader));
  const { data, searched, more } = again ?? shown;
  return {
    data,
    searched,
    more: kinds.filter((kind) => more.includes(kind) || cut.some((plan) => plan.kind === kind)),
  };
}

/** The candidates of plans, and the kinds of which there may be more. */
async function lookThrough(
  db: Db,
  plans: readonly Plan[],
  most = FIRST,
): Promise<{ found: Found[]; full: ReadonlySet<SearchKind> }> {
  if (plans.length === 0) return { found: [], full: new Set() };
  const ways = await candidates(
    db,
    plans.map(({ way }) => way),
    most,
  );
  const full = new Set<SearchKind>();
  const found = ways.flatMap(({ way, named, others, full: isFull }): Found[] => {
    const plan = plans[way];
    if (!plan) return [];
    const { kind, states } = plan;
    if (isFull) full.add(kind);
    const of = (ids: string | null, match: Found['match']) =>
      splitIds(ids).map((id): Found => ({ kind, id, match, states, words: [] }));
    // A state is no part of a name.
    return [...of(named, states[0] === null ? 'name' : 'words'), ...of(others, 'words')];
  });
  return { found, full };
}

/** Whether only the newest were looked through. Of goods of others, and of other locations, it would say how many there are (decision 949). */
function isCut({ way }: Plan, isFull: boolean, { entity, locationIds }: Reader): boolean {
  return locationIds === null && way.newest.includes(entity.id) && (way.words.length > 0 || isFull);
}

/** What of the candidates of each kind the reader sees, the best first. */
async function show({ db, reader, kinds, limit }: Search, found: readonly Found[]): Promise<Results> {
  const merged = merge(kinds, found);
  const rows = await pipelined(
    merged.flatMap(({ kind, lists }) =>
      lists.map(({ ids, states }) => shownOf(db, kind, reader, ids, states, limit + 1)),
    ),
  );
  let next = 0;
  const ofKinds = merged.map(({ kind, lists, matchOf }) => {
    const seen = lists.flatMap(() => [...(rows[next++] ?? [])]);
    const results = seen
      .flatMap((row) => matchOf(row))
      .sort((one, other) => one.rank - other.rank)
      .map(({ result }) => result);
    return { kind, results };
  });
  const isExact = ({ results }: { results: Results['data'] }) => results[0]?.match === 'exact';
  return {
    data: [...ofKinds.filter(isExact), ...ofKinds.filter((one) => !isExact(one))].flatMap(({ results }) =>
      results.slice(0, limit),
    ),
    searched: [...kinds],
    more: ofKinds.flatMap(({ kind, results }) => (results.length > limit ? [kind] : [])),
  };
}

/** The terms with words of the reader's own texts that are one letter off; null where there are none (decision 949). */
async function closeTerms({ db, reader, kinds }: Search, terms: readonly Term[]): Promise<Term[] | null> {
  const looked = kinds.filter((kind) => {
    const { namedBy } = KINDS[kind];
    return namedBy === undefined || !kinds.includes(namedBy);
  });
  const names = looked.map((kind) => textsOf(kind, reader));
  const found = await pipelined(
    terms.map(({ forms }) => {
      const close = closeTo(forms[0]?.join('') ?? '');
      return close && names.length > 0 ? closeWords(db, reader.entity.id, names, close) : [];
    }),
  );
  if (found.every((words) => words.length === 0)) return null;
  return terms.map((term, place) => ({
    ...term,
    forms: [...term.forms, ...(found[place] ?? []).map(({ word }) => [word])],
  }));
}
