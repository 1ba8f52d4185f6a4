import type { Cipher } from '../../../kernel/cipher';
import { openToken } from '../../integrations/credentials';
import { VendorError } from '../../integrations/vendor-error';
import { type License, type MetrcEnvironment, PAGE, read } from '../metrc/call';
import { pageIn, reaches } from '../metrc/shapes';
import type { SealedMetrc } from './queries.sql';

/** Opens a license with the stored user key. @throws VendorError `vendor_misconfigured` for a key of another secret */
export const openLicense = (
  cipher: Cipher,
  { license, config, credentials }: Pick<SealedMetrc, 'license' | 'config' | 'credentials'>,
): License => ({
  number: license,
  state: config.state,
  environment: config.environment,
  userKey: openToken(cipher, credentials),
});

/** Pages of licenses of one user key. */
const MAX_PAGES = 100;

/** Whether the keys are accepted and reach the license. @throws VendorError */
export async function listsLicense(environment: MetrcEnvironment, license: License): Promise<boolean> {
  for (let page = 1; page <= MAX_PAGES; page++) {
    const query = { pageNumber: String(page), pageSize: String(PAGE) };
    const json = await read(environment, license, '/facilities/v2', query);
    if (reaches(json, license.number)) return true;
    if (page >= (pageIn(json)?.pages ?? 1)) return false;
  }
  return false;
}

/** @throws VendorError, also where the keys don't reach the license */
export async function probeLicense(environment: MetrcEnvironment, license: License): Promise<void> {
  if (await listsLicense(environment, license)) return;
  throw new VendorError(
    'vendor_misconfigured',
    `Metrc does not list the license ${license.number} for this key.`,
  );
}
