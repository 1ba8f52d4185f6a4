import { VendorError } from '../../integrations/vendor-error';
import { read } from '../metrc/call';
import { reasonsIn, typesIn } from '../metrc/shapes';
import type { Site, TellContext } from '../sending/context';
import { nextReading, storeLists } from '../sending/site.sql';
import { capabilityOf } from '../states';
import { keep, type Reading } from './lists';
import { readLabels, readPackages } from './packages';
import { readTransfers } from './transfers';

/** Seconds from one reading to the next. */
const EVERY_SECONDS = 300;
const DAY_MS = 24 * 3_600_000;

/**
 * Reads what the state has of a license: reasons, transfers and packages. What its key may not read is left out.
 * @throws VendorError
 */
export async function readState(ctx: TellContext, site: Site, isOver: () => boolean): Promise<void> {
  const { packages, transfers } = capabilityOf(site.config.state);
  const reading: Reading = { ctx, site, isOver };
  await permitted(() => readNames(reading, packages, transfers));
  const steps: Array<() => Promise<boolean>> = [
    ...(transfers
      ? [() => readTransfers(reading, 'outgoing'), () => readTransfers(reading, 'incoming')]
      : []),
    ...(packages ? [() => readLabels(reading), () => readPackages(reading)] : []),
  ];
  for (const step of steps) {
    if ((await permitted(step)) === false || isOver()) {
      await nextReading(ctx.db, site, 0);
      return;
    }
  }
  await nextReading(ctx.db, site, EVERY_SECONDS);
}

/** What a user key may not read is no failure of the connection. */
async function permitted<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof VendorError && error.code === 'vendor_misconfigured') return undefined;
    throw error;
  }
}

/** Reasons of adjustments and types of transfers, once a day. */
async function readNames({ ctx, site }: Reading, packages: boolean, transfers: boolean): Promise<void> {
  const at = site.reading.names?.at;
  if (at !== undefined && Date.now() - Date.parse(at) < DAY_MS) return;
  const list = async (path: string) => read(ctx, site.opened, path, { pageSize: '20' });
  const reasons = packages ? reasonsIn(await list('/packages/v2/adjust/reasons')) : [];
  const types = transfers ? typesIn(await list('/transfers/v2/types')) : [];
  await storeLists(ctx.db, site, reasons, types);
  Object.assign(site, { vendorReasons: reasons, transferTypes: types });
  await keep(ctx, site, 'names', { at: new Date().toISOString() });
}
