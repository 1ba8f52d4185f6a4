import { type Metrc, type MetrcOptions, startMetrc } from '../../simulator/metrc/server';
import { addPackage, type Package } from '../../simulator/metrc/world';
import { type Client, ok } from '../setup/client';
import { type OwnStage, openOwnStage, type Stage } from '../setup/stage';
import { createLot } from './lots';
import { openTrade, type Trade } from './trade';

export const USER_KEY = 'user-key-of-the-tests';
const VENDOR_KEY = 'vendor-key-of-the-tests';

export interface StateStage extends OwnStage {
  metrc: Metrc;
  /** Of the server: another process of its database has the same. */
  env: Record<string, string>;
}

/** A server whose Metrc is the simulator, without a facility; what the test opened ends with it. */
export async function openStateStage(
  options: MetrcOptions = {},
  more: Record<string, string> = {},
): Promise<StateStage> {
  const metrc = await startMetrc({ empty: true, vendorKey: VENDOR_KEY, ...options });
  const env = { METRC_URL: metrc.url, METRC_VENDOR_KEYS: `co:${VENDOR_KEY},ca-sandbox:${VENDOR_KEY}` };
  const stage = await openOwnStage({ ...env, ...more });
  return Object.assign(stage, { metrc, env });
}

export interface StateScene extends Trade {
  license: string;
  locationId: string;
  path: string;
}

export const addLicense = ({ world }: Metrc, license: string) =>
  world.facilities.set(license, { license, name: `Facility ${license}`, userKeys: [] });

/** A trade whose wholesaler has a license in the simulator. */
export async function openStateScene(
  stage: Pick<Stage, 'db' | 'signIn' | 'sql'> & { metrc: Metrc },
  quantity = 10_000,
): Promise<StateScene> {
  const trade = await openTrade(stage, { quantity, wholesaler: { timezone: 'America/Denver' } });
  const rows = await stage.sql<{ license_number: string }[]>`
    select license_number from entities where id in (${trade.wholesaler.id}, ${trade.retailer.id}) order by id = ${trade.retailer.id}`;
  const [license = '', other = ''] = rows.map((row) => row.license_number);
  addLicense(stage.metrc, license);
  addLicense(stage.metrc, other);
  const locationId = trade.wholesaler.locationIds[0];
  return { ...trade, license, locationId, path: `/api/v1/entity/locations/${locationId}/metrc` };
}

export interface MetrcBody {
  id: string;
  status: string;
  mode: Record<string, string>;
}

/** Connects the seller's location and confirms its reasons. */
export async function connectScene(
  { seller, path, locationId }: Pick<StateScene, 'seller' | 'path' | 'locationId'>,
  fields: Record<string, unknown> = {},
): Promise<MetrcBody> {
  const made = ok(await seller.post<MetrcBody>(path, { state: 'co', user_key: USER_KEY, ...fields }));
  const reasons = { ADJUSTMENT: 'Entry Error', AUDIT: 'Scale Variance', DAMAGE: 'Damage', THEFT: 'Theft' };
  ok(await seller.put('/api/v1/compliance/reasons', { location_id: locationId, reasons }));
  return made;
}

export const tagOf = (n: number) => `1A4000000000000${String(n).padStart(9, '0')}`;

/** A package here and in the simulator. @returns the id of its lot */
export async function tagUnits(
  { metrc }: { metrc: Metrc },
  { seller, stockId, license }: Pick<StateScene, 'seller' | 'stockId' | 'license'>,
  tag: string,
  quantity: number,
  fields: Partial<Package> = {},
): Promise<string> {
  addPackage(metrc.world, { label: tag, license, quantity, ...fields });
  const lot = await createLot(seller, stockId, `B-${tag.slice(-4)}`, quantity, { package_tag: tag });
  return lot.id;
}

/** Changes the units of a lot. */
export const adjustLot = async (
  { seller, stockId }: Pick<StateScene, 'seller' | 'stockId'>,
  lotId: string,
  change: number,
  fields: Record<string, unknown> = {},
) =>
  ok(
    await seller.patch(`/api/v1/inventory/${stockId}`, {
      ...{ quantity_change: change, reason_code: 'AUDIT', lot_id: lotId },
      ...fields,
    }),
  );

export interface JobBody {
  id: string;
  kind: string;
  status: string;
  subject: string;
  order_id: string | null;
  reason: { code: string; field: string | null } | null;
  problems: Array<{ code: string; field: string | null }>;
  request: { method: string; path: string; body: Array<Record<string, unknown>> } | null;
  attempts: Array<{ outcome: string; step: string }>;
  quantities: { before: number | null; change: number | null; found: number | null } | null;
  remote_id: string | null;
}

export async function jobsOf(client: Client, query = ''): Promise<JobBody[]> {
  return ok(await client.get<{ data: JobBody[] }>(`/api/v1/compliance/jobs?limit=500${query}`)).data;
}
