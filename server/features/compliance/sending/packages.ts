import { VendorError } from '../../integrations/vendor-error';
import { type License, type MetrcEnvironment, read } from '../metrc/call';
import { packageIn, type SeenPackage } from '../metrc/shapes';

/** Reads a package by its tag. @returns null where the license has none @throws VendorError */
export async function findPackage(
  ctx: MetrcEnvironment,
  { opened }: { opened: License },
  tag: string,
): Promise<SeenPackage | null> {
  const json = await read(ctx, opened, `/packages/v2/${encodeURIComponent(tag)}`);
  if (json === null) return null;
  const found = packageIn(json);
  if (!found) throw new VendorError('vendor_protocol', 'Metrc showed a package without a quantity.');
  return found;
}
