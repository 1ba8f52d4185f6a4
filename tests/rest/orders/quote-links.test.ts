import { expect, test } from 'vitest';
import { readQuoteLink } from '../../../server/features/orders/drafts/link';
import { act, DRAFTS, type DraftBody, draftsOf } from '../../factories/drafts';
import { openTrade } from '../../factories/trade';
import { ok } from '../../setup/client';
import { openStage } from '../../setup/stage';

const stage = await openStage();
const { db, sql } = stage;
const trade = await openTrade(stage, { quantity: 1000, prices: [1000] });
const { seller, buyer } = trade;
const { write, quote } = draftsOf(stage, trade);

test('a link shows a sent quote alone, until a new one, withdrawing or its last day ends it', async () => {
  const link = (one: DraftBody, client = seller) =>
    client.post<{ url: string; valid_until: string }>(`${DRAFTS}/${one.id}/link`);
  const tokenOf = async (one: DraftBody) => {
    const { url, valid_until } = ok(await link(one));
    expect(valid_until).toBe(one.valid_until);
    const [, token = ''] = /\/quote\/([\w-]{43})$/.exec(url) ?? [];
    return token;
  };
  const shown = (token: string, address = '192.0.2.7') => readQuoteLink(db, token, address);
  const draft = await write();
  expect((await link(draft)).status).toBe(409);
  const one = await quote();
  expect((await link(one, buyer)).status).toBe(403);
  const first = await tokenOf(one);
  expect(await shown(first)).toMatchObject({ id: one.id, status: 'sent' });
  const second = await tokenOf(one);
  expect(await shown(first)).toBeNull();
  expect(await shown(second)).toMatchObject({ id: one.id });
  const [row] = await sql<{ n: number }[]>`select count(*)::int as n from drafts where link_hash = ${second}`;
  expect(row?.n).toBe(0);
  expect((await seller.delete(`${DRAFTS}/${one.id}/link`)).status).toBe(204);
  expect(await shown(second)).toBeNull();
  const third = await tokenOf(one);
  ok(await act(seller, one, 'withdraw'));
  expect(await shown(third)).toBeNull();
  const old = await quote();
  const last = await tokenOf(old);
  await sql`update drafts set expires_at = now() where id = ${old.id}`;
  expect(await shown(last)).toBeNull();
  const actions = await sql<
    { action: string }[]
  >`select action from audit_log where object_id = ${one.id} order by id`;
  expect(actions.map(({ action }) => action).slice(-5)).toEqual([
    ...['draft.linked', 'draft.linked', 'draft.unlinked', 'draft.linked', 'draft.moved'],
  ]);
});

test('a network that guesses links is limited, a link that exists is not', async () => {
  const one = await quote();
  const { url } = ok(await seller.post<{ url: string }>(`${DRAFTS}/${one.id}/link`));
  const token = url.slice(-43);
  const address = '198.51.100.9';
  for (let guess = 0; guess < 100; guess++)
    expect(await readQuoteLink(db, 'x'.repeat(43), address)).toBeNull();
  expect(await readQuoteLink(db, 'x'.repeat(43), address)).toBe('limited');
  expect(await readQuoteLink(db, token, address)).toMatchObject({ id: one.id });
  expect(await readQuoteLink(db, 'x'.repeat(43), '203.0.113.1')).toBeNull();
});
