import { expect, test } from 'vitest';
import { createMember } from '../../../factories/business';
import { createLot } from '../../../factories/lots';
import { openRecall, openScene, type RecallBody } from '../../../factories/recalls';
import { type Client, ok } from '../../../setup/client';
import { eventually } from '../../../setup/eventually';
import { openMailServer } from '../../../setup/mail';
import { openOwnStage } from '../../../setup/stage';

const mail = await openMailServer();
const stage = await openOwnStage(mail.env);

async function endRecall(client: Client, { id, batch }: RecallBody): Promise<void> {
  ok(await client.post(`/api/v1/recalls/${id}/close`, { reason: 'x' }));
  ok(await client.post(`/api/v1/batches/${batch}/release`));
}

const waiting = () => stage.sql<{ mails: number; later: number }[]>`
  select count(*)::int as mails, count(*) filter (where run_at > now() + interval '50 minutes')::int as later
  from graphile_worker.jobs where task_identifier in ('mail_recall', 'mail_recalls')`;

test('quotes the words of the business and makes no link of what it wrote', async () => {
  const scene = await openScene(stage);
  await stage.sql`update entities set name = 'Login https://evil.example' where id = ${scene.wholesaler.id}`;
  const reason = 'Your account is locked.\n\nSign in at https://evil.example/in';
  const recall = await openRecall(scene.seller, scene.lot.batch, {
    reason,
    instructions: 'Write to help@evil.example',
  });
  const { text } = await mail.waitFor(scene.buyer.tokens?.user.email ?? '', /recall/i);
  expect(text).toContain('> Your account is locked.\n>\n> Sign in at https[:]//evil[.]example/in\n');
  expect(text).toContain('> Write to help[at]evil[.]example\n');
  expect(text).not.toMatch(/evil\.example|help@/);
  expect(text.match(/https?:\/\/\S+/g)).toEqual([
    expect.stringMatching(new RegExp(`/recalls/${recall.id}$`)),
  ]);
});

test('mails three recalls of a batch a day one by one; more are held and notified at once and join one mail an hour', async () => {
  const scene = await openScene(stage);
  const address = scene.other.tokens?.user.email ?? '';
  const recalls: RecallBody[] = [];
  for (let count = 0; count < 6; count++) {
    const recall = await openRecall(scene.seller, scene.lot.batch);
    recalls.push(recall);
    expect(ok(await scene.other.get(`/api/v1/batches/${scene.lot.batch}`))).toMatchObject({ held: 'owner' });
    await eventually(
      async () => stage.sql`select from graphile_worker.jobs where task_identifier = 'announce_recall'`,
      (jobs) => expect(jobs).toHaveLength(0),
    );
    if (count < 3) await mail.waitFor(address, /recall/i);
    await endRecall(scene.seller, recall);
  }
  const events = ok(
    await scene.other.get<{ data: Array<{ type: string }> }>('/api/v1/events?limit=500'),
  ).data;
  expect(events.filter(({ type }) => type === 'batch.recalled')).toHaveLength(6);
  const [jobs] = await waiting();
  expect(jobs, 'one mail to each of the three businesses, in an hour').toEqual({ mails: 3, later: 3 });
  // What waits for another member is in that one's mail alone.
  const colleague = await createMember(stage.db, scene.second, 'viewer');
  await stage.sql`insert into recall_mails (user_id, recall_id) values (${colleague.id}, ${recalls[0]?.id ?? ''})`;
  await stage.sql`update graphile_worker._private_jobs set run_at = now() where key like 'recalls:%'`;
  const { subject, text } = await mail.waitFor(address, /\d recalls/);
  expect(subject).toContain('3 recalls');
  for (const { id } of recalls.slice(3)) expect(text).toContain(`/recalls/${id}`);
  for (const { id } of recalls.slice(0, 3)) expect(text).not.toContain(`/recalls/${id}`);
  await eventually(
    async () => stage.sql`select user_id from recall_mails`,
    (rows) => expect(rows).toEqual([{ user_id: colleague.id }]),
  );
});

test('mails twenty recalls of a business a day one by one', async () => {
  const scene = await openScene(stage);
  await stage.sql`
    insert into recalls (id, batch_id, entity_id, class, reason, instructions, actor_id, actor_name, closed_at, created_at)
    select gen_random_uuid(), ${(await createLot(scene.seller, scene.stockId, 'OTHER', 1)).batch}, ${scene.wholesaler.id},
      'II', 'x', 'y', ${scene.seller.tokens?.user.id ?? ''}, 'Test', now(), now() - interval '1 hour' from generate_series(1, 19)`;
  // Each counts by its time.
  await stage.sql`
    update recalls set created_at = created_at + n * interval '1 second'
    from (select id as x, row_number() over () as n from recalls where entity_id = ${scene.wholesaler.id}) r where id = r.x`;
  await openRecall(scene.seller, scene.lot.batch);
  await mail.waitFor(scene.buyer.tokens?.user.email ?? '', /recall/i);
  const next = await createLot(scene.seller, scene.stockId, 'NEXT', 2);
  await openRecall(scene.seller, next.batch);
  await eventually(waiting, ([jobs]) => expect(jobs?.later).toBeGreaterThan(0));
});
