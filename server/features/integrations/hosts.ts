// Other features import this file.
import type { System, Vendor } from './systems';

/** Where vendors are reached; no body and no configuration takes an address. */
const HOSTS: Record<Vendor, string> = {
  leaflink: 'https://app.leaflink.com',
  distru: 'https://app.distru.com',
};
/** Of LeafLink's newer API, which takes JSON web tokens. */
export const LEAFLINK_2022 = 'https://api.leaflink.com';

/** Vendors whose host an operator may replace; Dutchie's connections are those of POS systems. */
type Replaceable = System | 'dutchie';

/** Origins that the operator put in place of the vendors', for the whole installation. */
export type VendorHosts = Partial<Record<Replaceable, string>>;

/** The origin of a vendor, and whether it is another server's: that one alone may be this machine. */
export function hostOf(hosts: VendorHosts, vendor: Vendor, isNewer = false) {
  const origin = hosts[vendor];
  if (origin === undefined) {
    return { origin: isNewer && vendor === 'leaflink' ? LEAFLINK_2022 : HOSTS[vendor], simulator: false };
  }
  return { origin, simulator: true };
}

/** The hosts of the environment. */
export const hostsIn = (env: {
  LEAFLINK_URL?: string | undefined;
  DISTRU_URL?: string | undefined;
  METRC_URL?: string | undefined;
  DUTCHIE_URL?: string | undefined;
}): VendorHosts => ({
  ...(env.LEAFLINK_URL !== undefined && { leaflink: env.LEAFLINK_URL }),
  ...(env.DISTRU_URL !== undefined && { distru: env.DISTRU_URL }),
  ...(env.METRC_URL !== undefined && { metrc: env.METRC_URL }),
  ...(env.DUTCHIE_URL !== undefined && { dutchie: env.DUTCHIE_URL }),
});
