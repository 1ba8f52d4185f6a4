// Other features import this file.
import type { Cipher } from '../../../kernel/cipher';
import { openToken } from '../credentials';
import type { VendorHosts } from '../hosts';
import type { Vendor } from '../systems';
import type { Caller } from './exchange';

const PREFIXED = /^(?:App|Token|Bearer) /;
const WEB_TOKEN = /^[\w-]{8,}\.[\w-]{8,}\.[\w-]{8,}$/;
/** Version of LeafLink's newer API. */
const VERSION = '2022-10-31';
/** Tries of a request, and of one for which a member waits. */
export const PATIENT = 4;
export const BRIEF = 1;

export interface Openable {
  entityId: string;
  system: Vendor;
  token: string;
}

/** How a vendor takes a token: LeafLink a key of an app unless it says otherwise, or a JSON web token of its newer API. */
export function openCaller(
  hosts: VendorHosts,
  { entityId, system, token }: Openable,
  attempts = PATIENT,
): Caller {
  const isNewer = system === 'leaflink' && WEB_TOKEN.test(token.replace(/^Bearer /, ''));
  const scheme = system === 'distru' || isNewer ? 'Bearer' : 'App';
  return {
    ...{ entityId, vendor: system, hosts, isNewer, attempts },
    headers: {
      authorization: PREFIXED.test(token) ? token : `${scheme} ${token}`,
      ...(isNewer && { 'leaflink-version': VERSION }),
    },
  };
}

/** The same of a stored connection. @throws VendorError `vendor_misconfigured` for credentials of another secret */
export const callerOf = (
  { cipher, hosts }: { cipher: Cipher; hosts: VendorHosts },
  { entityId, system, credentials }: { entityId: string; system: Vendor; credentials: string | null },
  attempts = PATIENT,
): Caller => openCaller(hosts, { entityId, system, token: openToken(cipher, credentials) }, attempts);
