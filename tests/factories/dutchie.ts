import { v7 } from 'uuid';
import { onTestFinished } from 'vitest';
import { products, productVariants } from '../../server/features/products/tables';
import type { Db } from '../../server/platform/db/client';
import { DUTCHIE_LOCATION, type DutchieOptions, startDutchie } from '../../simulator/dutchie/server';
import { DutchieShop } from '../../simulator/dutchie/shop';
import type { Client } from '../setup/client';
import { ok } from '../setup/client';
import type { Stage } from '../setup/stage';
import { createBusiness, createMember } from './business';
import { type PosBody, posPath } from './pos';

export const DUTCHIE_KEY = 'dutchie-api-key';

/** A shop's clock, which a test moves so that lists of changes reach beyond their overlap. */
export class Clock {
  ahead = 0;
  now = () => Date.now() + this.ahead;
  /** Lets minutes pass. */
  pass(minutes: number): void {
    this.ahead += minutes * 60_000;
  }
}

/** A retailer whose register is Dutchie POS, with a catalog of what it lists. */
export async function openDutchieShop(
  stage: Stage,
  items: number,
  options: Partial<DutchieOptions> & { config?: object } = {},
) {
  const { config = {}, ...given } = options;
  const own = await createBusiness(stage.db, 'retailer');
  const owner = await stage.signIn(await createMember(stage.db, own, 'owner'));
  const clock = new Clock();
  const shop = new DutchieShop(items, 3, clock.now);
  await createCatalog(stage.db, own.id, items);
  const simulator = await startDutchie({ shop, key: DUTCHIE_KEY, ...given });
  onTestFinished(() => simulator.close());
  const place = own.locationIds[0];
  await connectDutchie(owner, place, { base_url: simulator.url, ...config });
  return { own, owner, place, shop, simulator, clock };
}

export async function connectDutchie(client: Client, place: string, config: object): Promise<PosBody> {
  return ok(
    await client.post<PosBody>(posPath(place), {
      provider: 'dutchie',
      config: { location_id: String(DUTCHIE_LOCATION.id), ...config },
      credentials: { token: DUTCHIE_KEY },
    }),
  );
}

async function createCatalog(db: Db, entityId: string, items: number): Promise<void> {
  const id = v7();
  await db.insert(products).values({ id, entityId, name: 'Everything', category: 'flower' });
  for (let start = 1; start <= items; start += 1_000) {
    const count = Math.min(1_000, items - start + 1);
    await db.insert(productVariants).values(
      Array.from({ length: count }, (_, index) => {
        const sku = `SIM-${String(start + index).padStart(4, '0')}`;
        return {
          ...{ id: v7(), productId: id, entityId, name: sku, sku },
          ...{ priceCents: 100, wholesalePriceCents: 50, position: start + index },
        };
      }),
    );
  }
}
