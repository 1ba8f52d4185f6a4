import type { Cipher } from '../../../kernel/cipher';
import { openToken } from '../../integrations/credentials';
import { VendorError } from '../../integrations/vendor-error';
import { type License, type MetrcEnvironment, read } from '../metrc/call';
import { reaches } from '../metrc/shapes';
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

/** Asks whether the keys are accepted and reach the license. @throws VendorError */
export async function probeLicense(environment: MetrcEnvironment, license: License): Promise<void> {
  const facilities = await read(environment, license, '/facilities/v2', { pageSize: '20' });
  if (reaches(facilities, license.number)) return;
  throw new VendorError(
    'vendor_misconfigured',
    `Metrc does not list the license ${license.number} for this key.`,
  );
}
