import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { announceOverdue, remindOverdue } from '../../../server/features/billing/overdue/announce';
import { moneyOf, paid } from '../../factories/money';
import { openTrade } from '../../factories/trade';
import { eventually } from '../../setup/eventually';
import { openOwnStage } from '../../setup/stage';

const stage = await openOwnStage();
const { db, sql, folder } = stage;
const { owe } = moneyOf(stage);

const mails = async () => {
  const names = await readdir(join(folder, 'mail')).catch(() => []);
  return Promise.all(names.map((name) => readFile(join(folder, 'mail', name), 'utf8')));
};

test('both parties get one event of an invoice, on the day after it is due where the seller is', async () => {
  const trade = await openTrade(stage, { wholesaler: { timezone: 'Pacific/Kiritimati' } });
  const invoice = await owe(trade, 10, { due: '2998-01-01' });
  const settled = await owe(trade, 10, { due: '2997-12-01', issued: '2026-01-01' });
  await paid(trade, 10, { allocations: [{ invoice_id: settled.id, amount: 10 }] });
  expect(await announceOverdue(db, '2998-01-01')).toBe(0);
  expect(await announceOverdue(db, '2998-01-02')).toBe(1);
  expect(await announceOverdue(db, '2998-01-03')).toBe(0);
  const events = await sql`select entity_id, data ->> 'overdue' as overdue from events
    where type = 'invoice.overdue' and data ->> 'id' = ${invoice.id}`;
  expect(events.map(({ entity_id }) => entity_id).sort()).toEqual(
    [trade.wholesaler.id, trade.retailer.id].sort(),
  );
  expect(new Set(events.map(({ overdue }) => overdue))).toEqual(new Set(['true']));
});

test('customers of sellers that want it are reminded after 1, 7 and 30 days, with one mail of all', async () => {
  const trade = await openTrade(stage, { wholesaler: { dunning: true, remittanceText: 'Bank 123' } });
  await owe(trade, 10, { due: '2990-01-01', number: 'LATE-1' });
  await owe(trade, 20, { due: '2990-01-01', number: 'LATE-2' });
  const quiet = await openTrade(stage);
  await owe(quiet, 10, { due: '2990-01-01' });
  const counts = [];
  for (const day of ['01', '02', '03', '07', '08', '09', '30', '31'])
    counts.push(await remindOverdue(db, `2990-01-${day}`));
  counts.push(await remindOverdue(db, '2990-03-01'));
  expect(counts).toEqual([0, 1, 0, 0, 1, 0, 0, 1, 0]);
  // A mail is there before it is written.
  await eventually(mails, (all) => expect(all[0]).toContain('30.00 overdue to'));
  const sent = await mails();
  expect(sent[0]).toContain('LATE-1');
  expect(sent[0]).toContain('Bank 123');
});

test('a reminder that fails stops no other, and is made up for', async () => {
  const trades = [
    await openTrade(stage, { wholesaler: { dunning: true } }),
    await openTrade(stage, { wholesaler: { dunning: true } }),
  ];
  for (const trade of trades) await owe(trade, 10, { due: '2980-01-01' });
  const [first = ''] = trades.map(({ wholesaler }) => wholesaler.id).sort();
  await sql.unsafe(`
    create function fail_reminder() returns trigger language plpgsql as $$ begin raise 'broken'; end $$;
    create trigger fail_reminder before update of reminded on invoices
      for each row when (new.seller_id = '${first}') execute function fail_reminder()`);
  const mailed = async () =>
    (await sql`select entity_id from counted_mails where share = 'outreach'`)
      .map(({ entity_id }) => entity_id)
      .filter((id) => trades.some(({ wholesaler }) => wholesaler.id === id))
      .sort();
  await expect(remindOverdue(db, '2980-01-02')).rejects.toThrow();
  expect(await mailed()).toEqual(trades.map(({ wholesaler }) => wholesaler.id).filter((id) => id !== first));
  await sql`drop function fail_reminder cascade`;
  expect(await Promise.all([remindOverdue(db, '2980-01-02'), remindOverdue(db, '2980-01-02')])).toContain(1);
  expect(await remindOverdue(db, '2980-01-02')).toBe(0);
  expect(await mailed()).toEqual(trades.map(({ wholesaler }) => wholesaler.id).sort());
});
