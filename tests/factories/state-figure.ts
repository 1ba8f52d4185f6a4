import { expect } from 'vitest';
import { ok } from '../setup/client';
import type { JobBody } from './metrc';
import { adjustLot, connectScene, jobsOf, openStateScene, type StateStage, tagOf, tagUnits } from './metrc';

const PACKAGES = 20;
const UNITS = 1_000;
/** Nine of ten lost responses are cut connections, one is silence. */
const LOST = [...Array.from({ length: 9 }, () => 'reset-after' as const), 'timeout-after' as const];
const ENDED = ['confirmed', 'rejected', 'review'];

/**
 * Figure 42: changes of packages while Metrc loses a fifth of its responses and the process dies. Quantities are equal in the end,
 * none was applied twice, and each job says what became of it.
 * @param kill ends the process that sends, and starts another
 */
export async function expectAllTold(
  stage: StateStage,
  changes: number,
  kill: () => Promise<void>,
  ms: number,
): Promise<void> {
  const { metrc } = stage;
  const scene = await openStateScene(stage, PACKAGES * UNITS + 10);
  await connectScene(scene, { mode: { package_adjustment: 'auto' } });
  const lots: Array<{ tag: string; id: string }> = [];
  for (let n = 0; n < PACKAGES; n++) {
    const tag = tagOf(42_000 + n);
    lots.push({ tag, id: await tagUnits(stage, scene, tag, UNITS) });
  }
  Object.assign(metrc.faults, { fail: 0.2, kinds: LOST });
  for (let n = 0; n < changes; n++) {
    const lot = lots[n % PACKAGES];
    await adjustLot(scene, lot?.id ?? '', n % 3 === 0 ? 1 : -1, {
      reason_code: n % 2 === 0 ? 'AUDIT' : 'DAMAGE',
    });
    if (n > 0 && n % Math.ceil(changes / 3) === 0) await kill();
  }
  const jobs = async () => {
    const all: JobBody[] = [];
    for (let page = 1; ; page++) {
      const { data, pagination } = ok(
        await scene.seller.get<{ data: JobBody[]; pagination: { has_more: boolean } }>(
          `/api/v1/compliance/jobs?limit=500&page=${page}&kind=package_adjustment`,
        ),
      );
      all.push(...data);
      if (!pagination.has_more) return all;
    }
  };
  await expect
    .poll(async () => (await jobs()).filter(({ status }) => !ENDED.includes(status)).length, {
      timeout: ms,
      interval: 2_000,
    })
    .toBe(0);
  const told = await jobs();
  expect(told).toHaveLength(changes);
  const ours = await stage.sql<{ tag: string; quantity: number }[]>`
    select l.package_tag as tag, sum(x.quantity)::int as quantity from inventory_lots x join lots l on l.id = x.lot_id
    where l.package_tag = any(${lots.map(({ tag }) => tag)}) group by 1`;
  for (const { tag, quantity } of ours)
    expect([tag, metrc.world.packages.get(tag)?.quantity]).toEqual([tag, quantity]);
  const marks = metrc.world.adjustments.map(({ note }) => /\[TL \w{8}\]/.exec(note ?? '')?.[0]);
  expect(new Set(marks).size).toBe(marks.length);
  expect(marks).toHaveLength(changes);
  expect(await jobsOf(scene.seller, '&status=sending')).toEqual([]);
}
