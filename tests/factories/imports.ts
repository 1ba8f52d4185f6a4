import type postgres from 'postgres';
import type { z } from 'zod';
import type { ImportKind } from '../../server/features/imports/fields';
import type { Import } from '../../server/features/imports/resource';
import type { ImportLineList } from '../../server/features/imports/schema';
import { type Answer, type Client, ok } from '../setup/client';
import { form, type Part } from '../setup/form';

export type ImportBody = z.infer<typeof Import>;
export type LinesBody = z.infer<typeof ImportLineList>;

export function importParts(
  kind: string,
  content: string | Uint8Array,
  fields: Record<string, string> = {},
): Part[] {
  return [
    { name: 'kind', content: kind },
    ...Object.entries(fields).map(([name, value]) => ({ name, content: value })),
    { name: 'file', fileName: 'stock.csv', type: 'text/csv', content },
  ];
}

export function uploadCsv(
  client: Client,
  kind: ImportKind,
  content: string | Uint8Array,
  fields: Record<string, string> = {},
): Promise<Answer<ImportBody>> {
  return client.send('POST', '/api/v1/imports', form(importParts(kind, content, fields)));
}

const UNDER_WAY = ['checking', 'applying'];

/** The import once its work is done. */
export async function settled(client: Client, id: string, patienceMs = 60_000): Promise<ImportBody> {
  const deadline = Date.now() + patienceMs;
  for (;;) {
    const body = ok(await client.get<ImportBody>(`/api/v1/imports/${id}`));
    if (!UNDER_WAY.includes(body.status)) return body;
    if (Date.now() > deadline) throw new Error(`The import does not end: ${JSON.stringify(body)}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** Uploads and waits for the check. */
export async function checkCsv(
  client: Client,
  kind: ImportKind,
  content: string | Uint8Array,
  fields: Record<string, string> = {},
): Promise<ImportBody> {
  return settled(client, ok(await uploadCsv(client, kind, content, fields)).id);
}

/** Confirms and waits for the end. */
export async function applyImport(client: Client, id: string, patienceMs?: number): Promise<ImportBody> {
  ok(await client.post(`/api/v1/imports/${id}/apply`));
  return settled(client, id, patienceMs);
}

export async function linesOf(client: Client, id: string, query = ''): Promise<LinesBody['data']> {
  return (await client.get<LinesBody>(`/api/v1/imports/${id}/lines?limit=500${query}`)).body.data;
}

/** Makes so many copies of an import, with an id of their own. */
export async function copyImport(sql: postgres.Sql, id: string, count: number): Promise<void> {
  await sql`
    insert into imports select c.* from imports i, generate_series(1, ${count}) n,
      jsonb_populate_record(i, jsonb_build_object('id', gen_random_uuid(), 'n', n)) c where i.id = ${id}`;
}
