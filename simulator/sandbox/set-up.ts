import { DUTCHIE_LOCATION } from '../dutchie/server';
import { addFacility, putPackage } from '../metrc/people';
import type { Metrc } from '../metrc/server';
import { type Api, signIn } from './api';
import type { SandboxVendor } from './options';
import { DUTCHIE_KEY, METRC_KEYS } from './vendors';
import { TOKENS } from './worlds';

const PASSWORD = 'demo-password-2026';
const BUSINESSES = ['retailer', 'wholesaler', 'cultivator'] as const;
type Business = (typeof BUSINESSES)[number];

/** What is shown once, of each business. */
export interface Access {
  key: string;
  secret: string;
}
export type Accesses = Record<Business, Access>;

interface Place {
  id: string;
  license_number: string | null;
  active: boolean;
}

/** Makes a key and a webhook for each business of the demo. @throws Error for what the server rejects */
export async function openAccesses(url: string, receiver: string): Promise<Accesses> {
  const document = await (await fetch(`${url}/api/openapi.json`)).json();
  const known: string[] = document.components.schemas.ApiKeyPermission.enum;
  const open = async (business: Business): Promise<Access> => {
    const owner = await signIn(url, `${business}@demo.test`, PASSWORD);
    const me = await owner.send<{ permissions: string[] }>('GET', '/auth/me');
    const permissions = me.permissions.filter((one) => known.includes(one));
    const { secret: key } = await owner.send<{ secret: string }>('POST', '/api/v1/api-keys', {
      name: 'Sandbox',
      permissions,
    });
    const { secret } = await owner.send<{ secret: string }>('POST', '/api/v1/webhooks', {
      ...{ url: `${receiver}/${business}`, events: ['*'], description: 'Sandbox receiver' },
    });
    return { key, secret };
  };
  const [retailer, wholesaler, cultivator] = await Promise.all(BUSINESSES.map(open));
  if (!retailer || !wholesaler || !cultivator) throw new Error('A business is missing');
  return { retailer, wholesaler, cultivator };
}

/** Connects the demo with the vendors that were started. @returns what couldn't be connected, in words */
export async function connectVendors(
  url: string,
  vendors: readonly SandboxVendor[],
  metrc: Metrc | null,
): Promise<string[]> {
  const problems: string[] = [];
  const wholesaler = await signIn(url, 'wholesaler@demo.test', PASSWORD);
  const retailer = await signIn(url, 'retailer@demo.test', PASSWORD);
  const attempt = async (what: string, work: () => Promise<void>) => {
    try {
      await work();
    } catch (error) {
      problems.push(`${what}: ${(error as Error).message}`);
    }
  };
  for (const vendor of vendors) {
    if (vendor === 'metrc') {
      if (metrc) await attempt('Metrc', () => connectMetrc([wholesaler, retailer], metrc));
    } else if (vendor === 'dutchie') await attempt('Dutchie POS', () => connectDutchie(retailer));
    else {
      await attempt(vendor, async () => {
        const body = { system: vendor, credentials: { token: TOKENS[vendor] } };
        await wholesaler.send('POST', '/api/v1/integrations', body);
      });
    }
  }
  return problems;
}

const placesOf = async (owner: Api): Promise<Place[]> => {
  const { data } = await owner.send<{ data: Place[] }>('GET', '/api/v1/entity/locations?limit=100');
  return data.filter(({ active }) => active);
};

/** A location has one POS: the demo's own is disconnected. */
async function connectDutchie(retailer: Api): Promise<void> {
  const [place] = await placesOf(retailer);
  if (!place) return;
  const path = `/api/v1/entity/locations/${place.id}/pos`;
  await retailer.ask('DELETE', path);
  await retailer.send('POST', path, {
    provider: 'dutchie',
    config: { location_id: String(DUTCHIE_LOCATION.id) },
    credentials: { token: DUTCHIE_KEY },
  });
}

/** Makes the demo's licenses and tagged lots known to the state, and connects the first location of each business. */
async function connectMetrc(owners: readonly Api[], metrc: Metrc): Promise<void> {
  for (const owner of owners) {
    const entity = await owner.send<{ name: string; license_number: string }>('GET', '/api/v1/entity');
    const places = await placesOf(owner);
    const licenses = new Set([
      entity.license_number,
      ...places.flatMap((place) => place.license_number ?? []),
    ]);
    for (const license of licenses)
      addFacility(metrc.world, { license, name: entity.name, user_keys: [METRC_KEYS.user] });
    const [place] = places;
    if (!place) continue;
    await addPackages(owner, place, place.license_number ?? entity.license_number, metrc);
    await owner.send('POST', `/api/v1/entity/locations/${place.id}/metrc`, {
      ...{
        state: 'ca',
        environment: 'sandbox',
        user_key: METRC_KEYS.user,
        transfer_type: 'Wholesale Manifest',
      },
    });
  }
}

async function addPackages(owner: Api, place: Place, license: string, metrc: Metrc): Promise<void> {
  const { data } = await owner.send<{
    data: Array<{
      product_name: string;
      lots: Array<{ package_tag: string | null; quantity: number }> | null;
    }>;
  }>('GET', `/api/v1/inventory?location_id=${place.id}&limit=200`);
  for (const { product_name, lots } of data) {
    for (const { package_tag, quantity } of lots ?? []) {
      if (package_tag && /^[0-9A-Z]{24}$/.test(package_tag) && !metrc.world.packages.has(package_tag))
        putPackage(metrc.world, { label: package_tag, license, quantity, item: product_name });
    }
  }
}
