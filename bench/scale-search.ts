import { drizzle } from 'drizzle-orm/postgres-js';
import type postgres from 'postgres';
import { fillTexts, writeChanged } from '../server/features/search/write';
import type { Case } from './scale-cases';
import type { Scale } from './scale-data';

/** Writes the words of what was inserted, as a job does after an upgrade. A database that was kept has them. */
export async function fillSearch(sql: postgres.Sql): Promise<void> {
  const db = drizzle(sql);
  const began = performance.now();
  // What triggers noted while the rows were inserted is written from the rows themselves.
  await sql`truncate search_changes`;
  await fillTexts(db, new AbortController().signal);
  while (await writeChanged(db));
  await sql`vacuum analyze search_texts, search_words`;
  const [{ texts } = { texts: 0 }] = await sql<
    { texts: number }[]
  >`select count(*)::int as texts from search_texts`;
  process.stderr.write(
    `${texts} texts of the search in ${Math.round((performance.now() - began) / 1000)} s\n`,
  );
}

/** Words that few, many and all have, whole numbers, states, and what nothing has. */
export function searchCases({ tokens, buyerToken }: Scale): Case[] {
  const of = (name: string, q: string, token = tokens.owner): Case => ({
    name: `one search, ${name}`,
    path: `/api/v1/search?q=${encodeURIComponent(q)}`,
    token,
  });
  return [
    of('one customer', 'corner 12340'),
    of('a word of all customers', 'shop'),
    of('a word of all orders', 'retailer'),
    of('a beginning of all orders', 'ret'),
    of('a rare word with one of all', 'retailer 17'),
    of('a beginning of all numbers', 'ORD-'),
    of('a state alone', 'shipped'),
    of('a word and a state', 'retailer 17 pending'),
    of('a license', 'C9-0012345-LIC'),
    of('a word one letter off', 'retialer'),
    of('nothing', 'nothing whatever'),
    of('eight words', 'product each pack flower retailer shop corner store'),
    of('of a retailer', 'bench', buyerToken),
    of('of a limited member', 'retailer', tokens.limited),
  ];
}
