import { startDutchie } from '../dutchie/server';
import { DutchieShop } from '../dutchie/shop';
import { type Metrc, startMetrc } from '../metrc/server';
import { openVendors } from '../vendors/server';
import type { SandboxOptions, SandboxVendor } from './options';
import { TOKENS, WORLDS } from './worlds';

export const DUTCHIE_KEY = 'dutchie-sandbox-key';
export const METRC_KEYS = { vendor: 'metrc-sandbox-vendor-key', user: 'metrc-sandbox-user-key' };
const DUTCHIE_ITEMS = 200;
/** Each vendor has a port of its own, in this order. */
const PLACES: readonly SandboxVendor[] = ['metrc', 'dutchie', 'leaflink', 'distru'];

export interface Vendors {
  /** The server's variables: which hosts they replace. */
  env: Record<string, string>;
  metrc: Metrc | null;
  close(): Promise<void>;
}

/** Starts the vendors that are asked for, on ports of their own. */
export async function startVendors({
  vendors,
  kinds,
  fail,
  ports,
}: Pick<SandboxOptions, 'vendors' | 'kinds' | 'fail' | 'ports'>): Promise<Vendors> {
  const env: Record<string, string> = {};
  const open: Array<{ close(): Promise<void> }> = [];
  let metrc: Metrc | null = null;
  const portOf = (vendor: SandboxVendor) =>
    ports.vendors === 0 ? 0 : ports.vendors + PLACES.indexOf(vendor);
  for (const vendor of vendors) {
    const port = portOf(vendor);
    if (vendor === 'metrc') {
      metrc = await startMetrc({
        ...{ port, state: 'ca', empty: true, fail, kinds },
        vendorKey: METRC_KEYS.vendor,
      });
      open.push(metrc);
      env.METRC_URL = metrc.url;
      env.METRC_VENDOR_KEYS = `ca:${METRC_KEYS.vendor},ca-sandbox:${METRC_KEYS.vendor}`;
    } else if (vendor === 'dutchie') {
      const shop = new DutchieShop(DUTCHIE_ITEMS, 1);
      const dutchie = await startDutchie({ shop, port, fail, key: DUTCHIE_KEY });
      open.push(dutchie);
      env.DUTCHIE_URL = dutchie.url;
    } else {
      const server = await openVendors(port);
      open.push(server);
      const { lists } = WORLDS[vendor];
      const faults = fail > 0 ? [{ kind: '429' as const, after: 3, times: 2 }] : [];
      await fetch(`${server.url}/_mock/${TOKENS[vendor]}`, {
        method: 'PUT',
        body: JSON.stringify({ lists, faults }),
      });
      env[vendor === 'leaflink' ? 'LEAFLINK_URL' : 'DISTRU_URL'] = server.url;
    }
  }
  return {
    env,
    metrc,
    async close() {
      await Promise.all(open.map((one) => one.close()));
    },
  };
}
