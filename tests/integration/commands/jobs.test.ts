import { expect, test } from 'vitest';
import { onDatabase, runCli } from '../../setup/cli';
import { openOwnStage } from '../../setup/stage';

const stage = await openOwnStage({ ROLE: 'web' });
const { sql } = stage;

const jobs = (...args: string[]) => runCli(onDatabase(stage.url), 'jobs', ...args);

/** A job that has used its only attempt. */
async function failed(task: string, error = 'no answer'): Promise<string> {
  const [job] = await sql<
    { id: string }[]
  >`select id::text from graphile_worker.add_job(${task}, '{}', max_attempts => 1)`;
  await sql`update graphile_worker._private_jobs set attempts = 1, last_error = ${error} where id = ${job?.id ?? ''}`;
  return job?.id ?? '';
}
const attemptsOf = async (id: string) =>
  (await sql<{ attempts: number }[]>`select attempts from graphile_worker.jobs where id = ${id}`)[0]
    ?.attempts;

test('lists jobs that failed for good, retries and drops those that are named, and keeps what must happen', async () => {
  const [mail, seal, waiting] = [
    await failed('send_mail', 'first line\nsecond \u202eline'),
    await failed('seal_audit'),
    (await sql<{ id: string }[]>`select id::text from graphile_worker.add_job('send_mail', '{}')`)[0]?.id ??
      '',
  ];
  const { code, stdout } = await jobs('--json');
  expect(code).toBe(0);
  const { data } = JSON.parse(stdout) as { data: Array<{ id: string; task: string; reason: string }> };
  expect(data.map(({ id }) => id)).toEqual([mail, seal]);
  expect(data[0]).toMatchObject({ task: 'send_mail', attempts: 1, reason: 'first line second line' });
  expect((await jobs()).stdout.split('\n')).toHaveLength(3);

  expect(await jobs('drop', seal)).toMatchObject({
    code: 1,
    stderr: expect.stringContaining(`${seal} (seal_audit)`),
  });
  expect(await jobs('retry', waiting)).toMatchObject({ code: 1, stderr: expect.stringContaining(waiting) });
  expect(await jobs('drop')).toMatchObject({ code: 2 });
  expect(await jobs('retry', '1; drop table users')).toMatchObject({ code: 2 });

  expect(await jobs('retry', seal)).toMatchObject({ code: 0, stdout: '1 will run again\n' });
  expect(await attemptsOf(seal)).toBe(0);
  expect(await jobs('drop', '--all')).toMatchObject({ code: 0, stdout: '1 deleted\n' });
  expect(await attemptsOf(mail)).toBeUndefined();
  expect(await attemptsOf(waiting)).toBe(0);
});
