import type postgres from 'postgres';
import { JwtSigner } from '../server/features/auth/tokens';
import { insertMember, type Member } from './data';
import { as, call } from './http';
import { program, readArgs } from './options';
import { median, percentile, writeResults } from './report';
import { onStage } from './stage';

/** Milliseconds that a request may take at p95. */
const LIMIT = 300;
const LINES = 'x'.repeat(40);

/**
 * Invoices of three years, each due after 30 days, all but the latest and a fiftieth settled by a payment of its customer
 * around that day. Their documents are as long as those of a few lines.
 */
async function insertMoney(
  sql: postgres.Sql,
  seller: Member,
  customers: number,
  invoices: number,
): Promise<void> {
  await sql`create temp table debtors as
    select n, uuidv7() as id, 'Shop ' || (n * 7919) % 1000003 as name from generate_series(0, ${customers - 1}::int) n`;
  await sql`insert into entities (id, type, tier, name, legal_name, license_number, street, city, state, zip, managed_by)
    select id, 'retailer', 'free', name, name, 'D' || n, 'x', 'Oakland', 'CA', '94607', ${seller.entityId} from debtors`;
  await sql`insert into accounts (seller_id, buyer_id, status, name, license_number)
    select ${seller.entityId}, id, 'unclaimed', name, 'D' || n from debtors`;
  await sql.begin(async (tx) => {
    // Orders and their checks would take most of the time.
    await tx`set local session_replication_role = replica`;
    await tx`create temp table bills on commit drop as
      select *, day + 30 as due, case when n % 50 > 0 and day + 30 + n % 45 - 20 < current_date then day + 30 + n % 45 - 20 end as paid
      from (select g.n, uuidv7() as id, uuidv7() as payment, d.id as buyer, d.name as called, 1000 + (g.n::bigint * 7919) % 90000 as cents,
          current_date - 1095 + (g.n::bigint * 1095 / ${invoices})::int as day
        from generate_series(1, ${invoices}::int) g (n) join debtors d on d.n = (g.n::bigint * 104729) % ${customers}) b`;
    await tx`insert into invoices (id, seller_id, buyer_id, order_id, number, issued_on, due_on, subtotal_cents, discount_cents,
        freight_cents, tax_cents, total_cents, settled_cents, document, parties)
      select id, ${seller.entityId}, buyer, uuidv7(), 'INV-' || lpad(n::text, 7, '0'), day, due, cents, 0, 0, 0, cents,
        case when paid is null then 0 else cents end,
        jsonb_build_object('lines', (select jsonb_agg(jsonb_build_object('item_id', id, 'product_name', md5(l::text), 'n', l))
          from generate_series(1, 5) l), 'more', ${LINES}::text),
        jsonb_build_object('bill_to', jsonb_build_object('name', called)) from bills order by n`;
    await tx`insert into payments (id, seller_id, buyer_id, kind, method, amount_cents, allocated_cents, received_on, recorded_on, actor_name)
      select payment, ${seller.entityId}, buyer, 'payment', 'check', cents, cents, paid, paid, 'Bench' from bills where paid is not null order by n`;
    await tx`insert into allocations (id, seller_id, buyer_id, payment_id, invoice_id, invoice_issued_on, invoice_due_on, amount_cents,
        source_on, made_on, actor_name)
      select uuidv7(), ${seller.entityId}, buyer, payment, id, day, due, cents, paid, paid, 'Bench' from bills where paid is not null order by n`;
  });
  await sql`vacuum analyze`;
}

/** Milliseconds that a page of lines with their proposals may take at p95. */
const PROPOSALS_LIMIT = 500;
const LINES_TO_DECIDE = 50;

/** Lines of a bank that name invoices, customers or nothing, of amounts that are owed. */
async function insertLines(sql: postgres.Sql, { entityId }: Member): Promise<void> {
  const [account] = await sql<{ id: string }[]>`
    insert into bank_accounts (id, entity_id, name) values (uuidv7(), ${entityId}, 'Operating') returning id`;
  const [statement] = await sql<{ id: string }[]>`
    insert into bank_statements (id, entity_id, account_id, status, format, file_name, file_size, sha256, counts, actor_name)
    values (uuidv7(), ${entityId}, ${account?.id ?? ''}, 'ready', 'csv', 'x.csv', 1, 'x', '{}', 'Bench') returning id`;
  await sql`insert into bank_lines (id, entity_id, account_id, statement_id, format, position, posted_on, amount_cents, text, text_key,
      once_key, kind, status)
    select uuidv7(), ${entityId}, ${account?.id ?? ''}, ${statement?.id ?? ''}, 'csv', n, current_date - 1, cents,
      case n % 3 when 0 then 'ACH ' || number when 1 then name || ' WIRE' else 'DEPOSIT ' || n end, 'DEPOSIT', n::text, 'credit', 'open'
    from (select row_number() over () as n, i.number, i.total_cents as cents, a.name from invoices i
      join accounts a on a.seller_id = i.seller_id and a.buyer_id = i.buyer_id
      where i.seller_id = ${entityId} and i.settled_cents < i.total_cents limit ${LINES_TO_DECIDE}) o`;
  await sql`analyze bank_lines`;
}

const DAYS = { today: 0, 'a month ago': 30, 'a quarter ago': 90, 'a year ago': 365, 'two years ago': 730 };
/** Milliseconds that each of some calls takes, three others before them. */
async function timesOf(repeats: number, work: () => Promise<void>): Promise<number[]> {
  const taken: number[] = [];
  for (let n = -3; n < repeats; n++) {
    const began = performance.now();
    await work();
    if (n >= 0) taken.push(performance.now() - began);
  }
  return taken;
}

const dayBefore = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);

await program(async () => {
  const { customers, invoices, repeats, keep } = readArgs(
    { customers: [10_000, 1_000_000], invoices: [1_000_000, 10_000_000], repeats: [30, 1_000] },
    { keep: undefined },
  );
  return onStage(
    async (sql, secret) => {
      const seller = await insertMember(sql, new JwtSigner(secret), 'wholesaler', 'Northern Supply');
      await insertMoney(sql, seller, customers, invoices);
      await insertLines(sql, seller);
      return seller.token;
    },
    async ({ url, data: token }) => {
      const times: Record<string, number> = {};
      for (const [name, days] of Object.entries(DAYS)) {
        const path = `/api/v1/receivables${days ? `?as_of=${dayBefore(days)}` : ''}`;
        const taken: number[] = [];
        for (let n = -3; n < repeats; n++) {
          const began = performance.now();
          const { totals } = await call<{ totals: { balance: number } }>(url, {
            path,
            headers: as({ token }),
          });
          if (!(totals.balance > 0)) throw new Error(`${path}: nothing is owed`);
          if (n >= 0) taken.push(performance.now() - began);
        }
        times[name] = percentile(taken, 0.95);
        process.stdout.write(
          `${name.padEnd(14)} p50 ${median(taken).toFixed(0)} ms, p95 ${times[name]?.toFixed(0)} ms\n`,
        );
      }
      const proposals = await timesOf(repeats, async () => {
        const { data } = await call<{ data: { proposals: object[] }[] }>(url, {
          path: `/api/v1/bank/lines?status=open&limit=${LINES_TO_DECIDE}`,
          headers: as({ token }),
        });
        if (!data.some((line) => line.proposals.length > 0)) throw new Error('no line has a proposal');
      });
      times.proposals = percentile(proposals, 0.95);
      process.stdout.write(
        `${'proposals'.padEnd(14)} p50 ${median(proposals).toFixed(0)} ms, p95 ${times.proposals.toFixed(0)} ms\n`,
      );
      process.stdout.write(`${writeResults({ bench: 'receivables', customers, invoices, times })}\n`);
      return Object.entries(times).every(
        ([name, time]) => time <= (name === 'proposals' ? PROPOSALS_LIMIT : LIMIT),
      );
    },
    { keep },
  );
});
