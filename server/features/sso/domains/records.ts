import { randomInt } from 'node:crypto';
import { Resolver } from 'node:dns/promises';

const ALPHABET = 'abcdefghijklmnopqrstuvwxyz0123456789';
const CHARACTERS = 32;
const PREFIX = 'tallyleaf-verification=';
/** A domain with more records than this at our name is asked for others. */
const MAX_RECORDS = 100;
/** What says that there is no such record, not that no server could say. */
const ABSENT: ReadonlySet<unknown> = new Set(['ENOTFOUND', 'ENODATA']);

export const recordName = (domain: string) => `_tallyleaf.${domain}`;
export const recordValue = (token: string) => PREFIX + token;

/** Makes the text of a record that no one can guess. */
export const newRecordToken = () =>
  Array.from({ length: CHARACTERS }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');

/**
 * Asks name servers whether a domain has its record.
 * @param servers `IP:port`; empty for those of the machine
 * @returns unknown when none of them responds
 */
export async function hasRecord(
  domain: string,
  token: string,
  servers: readonly string[],
): Promise<'found' | 'absent' | 'unknown'> {
  const resolver = new Resolver({ timeout: 2_000, tries: 2 });
  if (servers.length > 0) resolver.setServers(servers);
  try {
    const records = await resolver.resolveTxt(recordName(domain));
    const isThere = records.slice(0, MAX_RECORDS).some((parts) => parts.join('') === recordValue(token));
    return isThere ? 'found' : 'absent';
  } catch (error) {
    return ABSENT.has((error as { code?: unknown }).code) ? 'absent' : 'unknown';
  }
}
