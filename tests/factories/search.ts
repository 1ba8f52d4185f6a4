import { expect } from 'vitest';
import type { z } from 'zod';
import type { SearchResults } from '../../server/features/search/schema';
import type { Client } from '../setup/client';
import { ok } from '../setup/client';
import { eventually } from '../setup/eventually';
import type { Stage } from '../setup/stage';

export type SearchBody = z.infer<typeof SearchResults>;

/** Waits until all that has changed is found: events are numbered, and texts written. */
export const written = ({ sql }: Pick<Stage, 'sql'>) =>
  eventually(
    () => sql<{ waiting: number }[]>`
      select (select count(*) from (select from events where sequence is null limit 1) e)::int
        + (select count(*) from (select from search_changes limit 1) c)::int as waiting`,
    ([row]) => expect(row?.waiting).toBe(0),
  );

export const searchPath = (q: string, query: Record<string, string> = {}) =>
  `/api/v1/search?${new URLSearchParams({ q, ...query })}`;

export const searched = async (client: Client, q: string, query?: Record<string, string>) =>
  ok(await client.get<SearchBody>(searchPath(q, query)));

/** What a search finds, as kind and title. */
export const titles = async (client: Client, q: string, query?: Record<string, string>) =>
  (await searched(client, q, query)).data.map(({ kind, title }) => `${kind} ${title}`);

/** A product of the caller, made as programs make it. @returns its id */
export async function addProduct(
  client: Client,
  name: string,
  fields: Record<string, unknown> = {},
  variants: ReadonlyArray<{ name: string; sku: string }> = [],
): Promise<string> {
  const { id } = ok(
    await client.post<{ id: string }>('/api/v1/products', {
      name,
      category: 'flower',
      variants: variants.map((variant) => ({ ...variant, price: 20, wholesale_price: 10 })),
      ...fields,
    }),
  );
  return id;
}
