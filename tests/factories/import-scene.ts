import { beforeAll } from 'vitest';
import type { Client } from '../setup/client';
import type { Stage } from '../setup/stage';
import { type Business, createBusiness, createMember } from './business';
import { createProduct, createStock } from './catalog';

export interface Item {
  quantity: number;
  unit_cost: number;
}

export interface Stock {
  sku: string;
  id: string;
}

export interface ImportScene {
  shop: Business;
  owner: Client;
  /** The ids of its two locations, "Place 1" and "Place 2". */
  places: string[];
  /** A variant of its own with stock at the `place`th location. */
  stocked(quantity: number, place?: number, business?: Business): Promise<Stock>;
  itemOf(id: string): Promise<Item>;
  quantityOf(id: string): Promise<number>;
}

/** A shop with two locations and its owner, opened before the file's first test. */
export function importSceneOn({ db, signIn }: Pick<Stage, 'db' | 'signIn'>): ImportScene {
  const scene = {
    async stocked(quantity, place = 0, business = scene.shop) {
      const { variants, variantId } = await createProduct(db, business);
      const locationId = business.locationIds[place] ?? '';
      const id = await createStock(db, business, variantId, quantity, { locationId });
      return { sku: variants[0]?.sku ?? '', id };
    },
    itemOf: async (id) => (await scene.owner.get<Item>(`/api/v1/inventory/${id}`)).body,
    quantityOf: async (id) => (await scene.itemOf(id)).quantity,
  } as ImportScene;
  beforeAll(async () => {
    scene.shop = await createBusiness(db, 'retailer', { locationCount: 2 });
    scene.places = scene.shop.locationIds;
    scene.owner = await signIn(await createMember(db, scene.shop, 'owner'));
  });
  return scene;
}
