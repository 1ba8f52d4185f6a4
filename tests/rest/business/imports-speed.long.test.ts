import { expect, test } from 'vitest';
import { createBusiness, createMember } from '../../factories/business';
import { applyImport, settled, uploadCsv } from '../../factories/imports';
import { ok } from '../../setup/client';
import { openStage } from '../../setup/stage';

const stage = await openStage();
const LINES = 50_000;
const TEN_MINUTES = 600_000;

test('50,000 products are checked and applied in ten minutes, in batches of two seconds', {
  timeout: 2 * TEN_MINUTES,
}, async () => {
  const business = await createBusiness(stage.db, 'cultivator');
  const owner = await stage.signIn(await createMember(stage.db, business, 'owner'));
  const lines = Array.from(
    { length: LINES },
    (_, n) =>
      `Strain ${n} 3.5 g,House,flower,STRAIN-${n},${10 + (n % 40)}.5,${5 + (n % 20)},${n % 30},erp:${n}`,
  );
  const content = `name,brand,category,sku,price,wholesale_price,thc,external_id\n${lines.join('\n')}\n`;
  const began = performance.now();
  const { id, counts } = await settled(
    owner,
    ok(await uploadCsv(owner, 'products', content)).id,
    TEN_MINUTES,
  );
  expect(counts).toMatchObject({ create: LINES, error: 0 });
  const applied = await applyImport(owner, id, TEN_MINUTES);
  expect(applied).toMatchObject({
    status: 'completed',
    processed: LINES,
    counts: { create: LINES, error: 0 },
  });
  expect(performance.now() - began).toBeLessThan(TEN_MINUTES);
});
