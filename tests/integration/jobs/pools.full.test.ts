import { afterAll, beforeAll, expect, test } from 'vitest';
import { createBusiness, createMember } from '../../factories/business';
import { emitUpdates, envelopeIn } from '../../factories/event';
import { addEndpoint } from '../../factories/webhook';
import { signIn } from '../../setup/client';
import { openTestDatabase } from '../../setup/database';
import { eventually } from '../../setup/eventually';
import { openReceiver } from '../../setup/receiver';
import { type ServerProcess, startServer } from '../../setup/server';

const database = await openTestDatabase();
const { db, sql, url } = database;
afterAll(() => database.close());

let server: ServerProcess;
beforeAll(async () => {
  server = await startServer(url, { WEBHOOK_ALLOW_LOOPBACK: '1' });
});
afterAll(() => server.stop());

async function openScene() {
  const receiver = await openReceiver();
  const business = await createBusiness(db, 'wholesaler');
  const client = await signIn(server.url, await createMember(db, business, 'owner'));
  await addEndpoint(client, { url: receiver.url });
  return {
    receiver,
    emit: () => emitUpdates(db, business.id, 1),
    /** How many events have arrived; one may do so twice when its process lost the database. */
    received: () => new Set(receiver.requests.map((request) => envelopeIn(request).id)).size,
  };
}
const lockedJobs = () => sql`select from graphile_worker.jobs where locked_by is not null`;

test("doesn't stop any deliveries when a job can't be marked as done", async () => {
  const { receiver, emit, received } = await openScene();
  await sql.unsafe(`
    create sequence refusals;
    grant usage on sequence refusals to public;
    create function refuse_once() returns trigger language plpgsql as $$
    begin
      if nextval('refusals') = 1 then raise exception 'deadlock detected' using errcode = '40P01'; end if;
      return old;
    end $$;
    create trigger refuse_once before delete on graphile_worker._private_jobs
      for each row execute function refuse_once();`);
  await emit();
  await receiver.waitFor(() => received() === 1);
  await eventually(
    () => sql`select from refusals where is_called`,
    (rows) => expect(rows).toHaveLength(1),
  );
  for (let i = 2; i <= 4; i++) {
    await emit();
    await receiver.waitFor(() => received() === i);
  }
  await eventually(lockedJobs, (rows) => expect(rows).toHaveLength(0));
  await receiver.close();
});

test('when the database ends every connection, deliveries and other jobs go on', {
  timeout: 180_000,
}, async () => {
  const { receiver, emit, received } = await openScene();
  await emit();
  await receiver.waitFor(() => received() === 1);
  for (let i = 2; i <= 3; i++) {
    await sql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`;
    await emit();
    await receiver.waitFor(() => received() === i, 45_000);
  }
  await sql`select graphile_worker.add_job('purge_uploads', job_key => 'probe')`;
  await eventually(
    () => sql`select from graphile_worker.jobs where key = 'probe'`,
    (rows) => expect(rows).toHaveLength(0),
  );
  await eventually(lockedJobs, (rows) => expect(rows).toHaveLength(0), { patienceMs: 40_000 });
  expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
  await receiver.close();
});

test('a process whose pools were replaced stops cleanly', async () => {
  server.child.kill('SIGTERM');
  expect(await server.exited).toEqual({ code: 0, signal: null });
  expect(await lockedJobs()).toHaveLength(0);
});
