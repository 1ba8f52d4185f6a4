import ipaddr from 'ipaddr.js';

/** What counts as one caller: an IPv4 address, or the /64 that a household or a server has of IPv6. */
export function networkOf(address: string): string {
  if (!ipaddr.IPv6.isValid(address)) return address;
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${address}/64`).toString()}/64`;
}
