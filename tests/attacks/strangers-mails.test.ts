import { expect, test } from 'vitest';
import { createBusiness, createMember } from '../factories/business';
import { signUpOf } from '../factories/sign-up';
import { type Client, ok } from '../setup/client';
import { openMailServer } from '../setup/mail';
import { percentile } from '../setup/percentile';
import { openOwnStage } from '../setup/stage';

const PATH = '/api/v1/business-invitations';
const post = await openMailServer();
const stage = await openOwnStage({
  ...post.env,
  SIGN_UP: 'open',
  TRUST_PROXY: '1',
  PUBLIC_URL: 'https://tallyleaf.test',
});
const { anybody, db, sql } = stage;

const NAMES = [
  'Fir\r\nBcc: victim@evil.test',
  'Fir\nSubject: You won\n\nhttp://evil.test',
  'Fir <img src=//evil.test/x onerror=alert(1)>',
  'https://evil.test/login',
  'evil.test',
  'javascript:alert(1)',
  'mailto:victim@evil.test',
  'Fir\u2028\u2029\u202egnp.exe',
  '=?utf-8?q?Bcc=3A_victim=40evil=2Etest?=',
  '"Fir" <victim@evil.test>, x',
];

async function newSeller(name: string): Promise<Client> {
  const business = await createBusiness(db, 'wholesaler', { name });
  return stage.signIn(await createMember(db, business, 'owner'));
}

const mailed = () =>
  expect
    .poll(
      () =>
        sql`select from graphile_worker.jobs where task_identifier in ('mail_business_invitation', 'mail_sign_up')`,
      { timeout: 60_000 },
    )
    .toHaveLength(0);

test('ten fresh businesses with hostile names that invite one address 1,000 times send 20 mails an hour and 30 ever', async () => {
  const email = 'flooded@stranger.test';
  const sellers = await Promise.all(NAMES.map(newSeller));
  const statuses = new Set<number>();
  /** Invites over and over, revoking what goes through; each day 20 do. */
  const flood = async (seller: Client) => {
    for (let n = 0; n < 100; n++) {
      const { status, body } = await seller.post<{ id: string }>(PATH, { email, as: 'customer' });
      statuses.add(status);
      if (status === 201) ok(await seller.delete(`${PATH}/${body.id}`));
    }
  };
  await Promise.all(sellers.map(flood));
  await mailed();
  expect([...statuses].sort()).toEqual([201, 429]);
  // What is revoked before its mail leaves has none, and counts.
  const counted = () =>
    sql`select count(*)::int as mails from counted_mails where address = ${email}`.then(
      ([row]) => row?.mails,
    );
  expect(await counted()).toBe(20);
  expect(post.countTo(email)).toBeLessThanOrEqual(20);
  for (let day = 0; day < 3; day++) {
    await sql`update counted_mails set created_at = created_at - interval '25 hours'`;
    await sql`delete from reset_requests`;
    await Promise.all(sellers.map((seller) => seller.post(PATH, { email, as: 'customer' })));
    await Promise.all(
      sellers.map(async (seller) => {
        const { data } = ok(await seller.get<{ data: { id: string }[] }>(`${PATH}?limit=1`));
        await seller.delete(`${PATH}/${data[0]?.id}`);
      }),
    );
  }
  await mailed();
  expect(await counted()).toBe(30);
  expect(post.countTo(email)).toBeLessThanOrEqual(30);
  expect(post.countTo(email)).toBeGreaterThan(15);

  for (const { to, headers, subject, html, links, text } of post.mails) {
    expect(to).toEqual([email]);
    expect([headers.get('to'), headers.get('bcc')]).toEqual([email, undefined]);
    expect(html).not.toMatch(
      /<img|evil\.test|javascript:|mailto:|victim@|href="(?!https:\/\/tallyleaf\.test\/)/,
    );
    // One line of ASCII: names that are more are in encoded words.
    expect(subject).toMatch(/^[\x20-\x7e]+invited[ _]you[ _]to[ _]Tallyleaf(\?=)?$/);
    expect(links.every((link) => link.startsWith('https://tallyleaf.test/'))).toBe(true);
    expect(text).not.toMatch(/evil\.test|javascript:|mailto:|victim@/);
  }
});

test('1,000 sign-ups a minute from one address cost a mail each at most, twenty in all, and hold up no one else', async () => {
  const before = post.mails.length;
  const ask = (address: string, form = signUpOf()) =>
    anybody.post('/auth/sign-up', form, { headers: { 'x-forwarded-for': address } });
  const flood = { isOver: false };
  const flooding = Promise.all(
    Array.from({ length: 10 }, async () => {
      for (let n = 0; n < 100; n++) ok(await ask('198.51.100.7'));
    }),
  ).finally(() => {
    flood.isOver = true;
  });
  const waits: number[] = [];
  const others: string[] = [];
  const times: number[] = [];
  while (!flood.isOver) {
    const form = signUpOf();
    const began = performance.now();
    ok(await ask(`203.0.113.${others.length % 250}`, form));
    times.push(performance.now() - began);
    others.push(form.owner.email);
    const [row] = await sql<[{ longest: number }]>`
      select coalesce(max(extract(epoch from clock_timestamp() - a.query_start)), 0)::float8 as longest
      from pg_stat_activity a where a.datname = current_database() and a.wait_event_type = 'Lock'`;
    waits.push(row.longest);
  }
  await flooding;
  await mailed();
  const sent = post.mails.slice(before).flatMap(({ to }) => to);
  expect(new Set(sent).size).toBe(sent.length);
  expect(sent.filter((to) => !others.includes(to))).toHaveLength(20);
  expect(sent.filter((to) => others.includes(to))).toHaveLength(others.length);
  expect(Math.max(...waits)).toBeLessThan(1);
  expect(percentile(times, 0.95)).toBeLessThan(1_000);
});
