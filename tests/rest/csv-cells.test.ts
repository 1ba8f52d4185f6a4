import { encode } from 'next-auth/jwt';
import Papa from 'papaparse';
import { expect, test } from 'vitest';
import { createProduct } from '../factories/catalog';
import { openTrade } from '../factories/trade';
import { expectInvalid } from '../setup/expect';
import { TEST_SECRET } from '../setup/server';
import { openStage } from '../setup/stage';

const stage = await openStage();
const MARK = Buffer.from([0xef, 0xbb, 0xbf]);

async function bytesOf(path: string, headers: Record<string, string>): Promise<Buffer> {
  const answer = await fetch(path, { headers });
  expect(answer.status).toBe(200);
  return Buffer.from(await answer.arrayBuffer());
}
const isMarked = (bytes: Buffer) => bytes.subarray(0, 3).equals(MARK);

test('CSV that a browser opens begins with a byte order mark; a program gets one where it asks', async () => {
  const { seller, wholesaler } = await openTrade(stage);
  const [session] = await stage.sql<{ id: string }[]>`
    select s.id from sessions s join users u on u.id = s.user_id where u.entity_id = ${wholesaler.id}`;
  const cookie = `tallyleaf-session=${await encode({ token: { sid: session?.id }, secret: TEST_SECRET })}`;
  const authorization = `Bearer ${seller.tokens?.access_token}`;
  const list = '/api/v1/products?format=csv';
  const path = `${seller.url}${list}`;
  const marks = await Promise.all([
    bytesOf(path, { cookie }),
    bytesOf(`${path}&bom=false`, { cookie }),
    bytesOf(path, { authorization }),
    bytesOf(`${path}&bom=true`, { authorization }),
  ]);
  expect(marks.map(isMarked)).toEqual([true, false, false, true]);
  expect(marks[3]?.subarray(3).equals(marks[2] as Buffer)).toBe(true);
  expectInvalid(await seller.get(`${list}&bom=yes`), 'bom');
  expectInvalid(await seller.get(`/api/v1/products/${wholesaler.id}?bom=true`), 'bom');
});

test('cells that a program could split or trim are quoted', async () => {
  const { seller, wholesaler } = await openTrade(stage);
  const names = ['Half; half', 'Tab\there', ' Outer', 'Outer ', '\u00a0Outer', 'Plain text'];
  for (const name of names) await createProduct(stage.db, wholesaler, { name, brand: 'Cells', prices: [] });
  const { text } = await seller.get('/api/v1/products?brand=Cells&format=csv&sort=created_at');
  for (const name of names.slice(0, -1)) expect(text).toContain(`,"${name}",`);
  expect(text).toContain(',Plain text,');
  expect(Papa.parse<{ name: string }>(text.trim(), { header: true }).data.map((row) => row.name)).toEqual(
    names,
  );
});
