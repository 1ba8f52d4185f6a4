import ipaddr from 'ipaddr.js';

/** Returns the network that counts as one caller: an IPv4 address, or the IPv6 /64 of a household or server. */
export function networkOf(address: string): string {
  if (!ipaddr.IPv6.isValid(address)) return address;
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${address}/64`).toString()}/64`;
}
