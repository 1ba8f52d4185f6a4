import { DUTCHIE_URL, type PROVIDERS } from '../schema';

/** Origins that the operator put in place of vendors' own. */
export type PosHosts = Readonly<Partial<Record<string, string>>>;

/**
 * Where a POS is reached. The server in place of Dutchie may be this machine; that opens nothing else.
 * @param baseUrl the address of the connection
 */
export function placeOfPos(
  hosts: PosHosts,
  provider: (typeof PROVIDERS)[number],
  baseUrl: string,
): { url: string; allowLoopback: boolean } {
  const given = baseUrl.replace(/(?<!\/)\/+$/, '');
  const instead = hosts.dutchie;
  if (provider !== 'dutchie' || instead === undefined) return { url: given, allowLoopback: false };
  const url = given === DUTCHIE_URL ? instead : given;
  const isInstead = URL.canParse(url) && new URL(url).origin === instead;
  return { url, allowLoopback: isInstead };
}
