import { expect, test } from 'vitest';
import { sendReports } from '../../../../server/features/reports/schedules/mail';
import type { ScheduleView } from '../../../../server/features/reports/schedules/resource';
import { NIL_ID } from '../../../../server/kernel/params';
import { createBusiness, createMember } from '../../../factories/business';
import { createProduct, createStock } from '../../../factories/catalog';
import { openTrade, placeOrderIn } from '../../../factories/trade';
import { createWeighed } from '../../../factories/weights';
import { type Client, ok } from '../../../setup/client';
import { eventually } from '../../../setup/eventually';
import { IS_SHORT } from '../../../setup/full';
import { openMailServer } from '../../../setup/mail';
import { textOf } from '../../../setup/pdf-text';
import { openOwnStage } from '../../../setup/stage';

const mail = await openMailServer();
const stage = await openOwnStage(mail.env);
const { db, sql } = stage;
const idOf = (client: Client) => client.tokens?.user.id ?? '';
const addressOf = (client: Client) => client.tokens?.user.email ?? '';

/** The day and hour of now, or of an hour from now, in a timezone. */
function hourIn(timezone: string, later = 0) {
  const [weekday = '', hour] = new Intl.DateTimeFormat('en-US', {
    ...{ timeZone: timezone, weekday: 'short', hour: '2-digit', hourCycle: 'h23' },
  })
    .format(Date.now() + later * 3_600_000)
    .split(', ');
  return { weekday: weekday.toLowerCase(), hour: Number(hour) };
}
const schedule = async (client: Client, fields: object) =>
  ok(
    await client.post<ScheduleView>('/api/v1/report-schedules', {
      ...{ report: 'sales', query: 'by=customer', member_ids: [idOf(client)] },
      ...hourIn('America/Los_Angeles'),
      ...fields,
    }),
  );
/** As if they were scheduled before their hour began. */
const age = (...ids: string[]) =>
  sql`update report_schedules set due_after = now() - interval '1 day' where id = any(${ids})`;
const drained = () =>
  eventually(
    async () => sql`select from graphile_worker.jobs where task_identifier = 'mail_report'`,
    (jobs) => expect(jobs).toHaveLength(0),
    // Each report is drawn in turn, two seconds on a busy machine.
    { patienceMs: 90_000 },
  );
const countTo = (address: string) =>
  mail.mails.filter(({ to, attachments }) => to.includes(address) && attachments.length > 0).length;
const pdfTo = async (address: string) => {
  const sent = await mail.waitFor(address, /^(Sales|Stock) by/);
  const [attached] = sent.attachments;
  return { ...sent, head: attached?.head, pdf: (await textOf(attached?.contents ?? Buffer.of())).join('\n') };
};

test('a report leaves once in its hour as a PDF, however many processes look and however often', async () => {
  const trade = await openTrade(stage, { quantity: 100 });
  const { subtotal } = await placeOrderIn(trade, 'pending', 3);
  const { id } = await schedule(trade.seller, { query: 'by=customer&compare=previous_period' });
  await sendReports(db);
  await drained();
  expect(countTo(addressOf(trade.seller)), 'its hour had begun').toBe(0);
  await age(id);
  await Promise.all([sendReports(db), sendReports(db), sendReports(db)]);
  const { subject, text, html, head, pdf } = await pdfTo(addressOf(trade.seller));
  expect(subject).toMatch(/^Sales by customer, \w{3} \d+, \d{4} to \w{3} \d+, \d{4}$/);
  expect(text).toContain('Your weekly report “Sales by customer”');
  expect(text).toMatch(/Open reports: http:\S+\/reports\?by=customer&compare=previous_period$/m);
  expect(html).toContain('Your weekly report');
  expect(head).toContain('application/pdf; name=sales.pdf');
  expect(pdf).toContain(trade.retailer.name);
  expect(pdf).toContain(`$${subtotal.toFixed(2)}`);
  expect(pdf).toMatch(/Before \(.*\)\s+\$0\.00/);
  await sendReports(db);
  await drained();
  expect(countTo(addressOf(trade.seller))).toBe(1);
  await sql`update report_schedules set due_after = due_after - interval '7 days' where id = ${id}`;
  await sendReports(db);
  await pdfTo(addressOf(trade.seller));
});

test('a schedule that fails stops no other, and is sent the next time', async () => {
  const owner = await stage.signIn(await createMember(db, await createBusiness(db, 'retailer'), 'owner'));
  const ids = [(await schedule(owner, { query: '' })).id, (await schedule(owner, { query: '' })).id].sort();
  await age(...ids);
  const [first = ''] = ids;
  await sql.unsafe(`
    create function fail_report() returns trigger language plpgsql as $$ begin raise 'broken'; end $$;
    create trigger fail_report before update of due_after on report_schedules
      for each row when (new.id = '${first}') execute function fail_report()`);
  const due = () =>
    sql`select id from report_schedules where id = any(${ids}) and due_after < now() - interval '20 hours'`;
  await expect(sendReports(db)).rejects.toThrow();
  expect((await due()).map(({ id }) => id)).toEqual([first]);
  await sql`drop function fail_report cascade`;
  await sendReports(db);
  expect(await due()).toEqual([]);
  await drained();
  expect(countTo(addressOf(owner))).toBe(2);
});

test.skipIf(IS_SHORT)('the PDF has the first hundred rows, and says how many more there are', async () => {
  const { seller, wholesaler, retailer } = await openTrade(stage);
  const stored: string[] = [];
  for (let rank = 1; rank <= 101; rank++) {
    const { variantId } = await createProduct(db, wholesaler, { name: `Rank ${rank}.` });
    stored.push(variantId);
  }
  await sql`
    insert into variant_sale_changes (seller_id, placed_at, buyer_id, variant_id, representative_id, units, cents)
    select ${wholesaler.id}, now() - interval '3 days', ${retailer.id}, id, ${NIL_ID}, 1, 100 * (102 - rank)
    from unnest(${stored}::uuid[]) with ordinality as v (id, rank)`;
  const { id } = await schedule(seller, { query: 'by=product&range=last_30_days' });
  await age(id);
  await sendReports(db);
  const { pdf } = await pdfTo(addressOf(seller));
  expect(pdf).toContain('Rank 100.');
  expect(pdf).not.toContain('Rank 101.');
  expect(pdf).toContain('1 more row is on the Reports page and in its CSV.');
});

test.skipIf(IS_SHORT)(
  'goods by weight are in pounds, and what adds them to jars counts no units',
  async () => {
    const trade = await openTrade(stage, { quantity: 40 });
    const bulk = await createWeighed(trade, { unit: 'lb', step: 0.01, price: 1000, steps: 5000 });
    const items = [
      { product_id: bulk.productId, amount: 12.34 },
      { product_id: trade.product.id, quantity: 3 },
    ];
    ok(await trade.buyer.post('/api/v1/orders', { wholesaler_id: trade.wholesaler.id, items }));
    const mailed = async (fields: object) => {
      const { id } = await schedule(trade.seller, fields);
      await age(id);
      await sendReports(db);
      await drained();
      ok(await trade.seller.delete(`/api/v1/report-schedules/${id}`));
      const last = mail.mails.findLast(
        ({ to, attachments }) => to.includes(addressOf(trade.seller)) && attachments.length > 0,
      );
      return (await textOf(last?.attachments[0]?.contents ?? Buffer.of())).join('\n');
    };
    expect(await mailed({ query: 'by=product' })).toContain('12.34 lb');
    const byCustomer = await mailed({ query: 'by=customer' });
    expect(byCustomer).not.toContain('Units');
    expect(byCustomer).not.toContain('1,237');
    expect(await mailed({ report: 'sales/trend', query: '' })).not.toContain('1,237');
    expect(await mailed({ report: 'stock', query: '' })).toContain('40 + 50 lb');
  },
);

test.skipIf(IS_SHORT)('the hour is that of the timezone of the business', async () => {
  const owners = await Promise.all(
    ['Pacific/Auckland', 'Asia/Kolkata'].map(async (timezone) => {
      const business = await createBusiness(db, 'retailer');
      await sql`update entities set timezone = ${timezone} where id = ${business.id}`;
      const owner = await stage.signIn(await createMember(db, business, 'owner'));
      const now = await schedule(owner, { query: '', ...hourIn(timezone) });
      const later = await schedule(owner, { query: '', ...hourIn(timezone, 1) });
      await age(now.id, later.id);
      return owner;
    }),
  );
  await sendReports(db);
  await drained();
  for (const owner of owners) expect(countTo(addressOf(owner))).toBe(1);
});

test.skipIf(IS_SHORT)('each member gets what they may see, and a removed one nothing', async () => {
  const trade = await openTrade(stage, { quantity: 40, wholesaler: { locationCount: 2 } });
  const [, there = ''] = trade.wholesaler.locationIds;
  await createStock(db, trade.wholesaler, trade.product.variantId, 7, { locationId: there });
  const limited = await stage.signIn(await createMember(db, trade.wholesaler, 'viewer', [there]));
  const gone = await stage.signIn(await createMember(db, trade.wholesaler, 'viewer'));
  const { id } = await schedule(trade.seller, {
    ...{ report: 'stock', query: '', member_ids: [trade.seller, limited, gone].map(idOf) },
  });
  ok(await trade.seller.delete(`/api/v1/entity/team/${idOf(gone)}`));
  await age(id);
  await sendReports(db);
  const [all, some] = await Promise.all([pdfTo(addressOf(trade.seller)), pdfTo(addressOf(limited))]);
  expect(all.pdf).toMatch(/\s40\s/);
  expect(all.pdf).not.toContain('Your locations');
  expect(some.pdf).toContain('Your locations');
  expect(some.pdf).toMatch(/\s7\s/);
  expect(some.pdf).not.toMatch(/\s40\s/);
  await drained();
  expect(countTo(addressOf(gone))).toBe(0);
});

test.skipIf(IS_SHORT)(
  'a member gets at most ten an hour, which leave the room of notifications',
  async () => {
    const owner = await stage.signIn(await createMember(db, await createBusiness(db, 'retailer'), 'owner'));
    const ids: string[] = [];
    for (let count = 0; count < 11; count++) ids.push((await schedule(owner, { query: '' })).id);
    await age(...ids);
    await sendReports(db);
    await drained();
    expect(countTo(addressOf(owner))).toBe(10);
    const shares = await sql`select distinct share from counted_mails where address = ${addressOf(owner)}`;
    expect(shares).toEqual([{ share: 'report' }]);
  },
);
