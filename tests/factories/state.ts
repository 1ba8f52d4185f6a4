import { inject } from 'vitest';
import type { Client } from '../setup/client';
import { ok } from '../setup/client';

/** Has the simulator of Metrc that all stages share list a license. */
export async function listLicense(license: string): Promise<void> {
  await fetch(`${inject('metrc')}/_sim/facilities`, { method: 'POST', body: JSON.stringify({ license }) });
}

/** Reported even where the location has a POS. */
export const connectBody = { state: 'ca', pos_reports: false, user_key: 'user-key-of-the-tests' };

/** Connects a location with Metrc. @returns the path of the connection */
export async function connectState(client: Client, locationId: string, license: string): Promise<string> {
  await listLicense(license);
  const path = `/api/v1/entity/locations/${locationId}/metrc`;
  await client.delete(path);
  ok(await client.post(path, connectBody));
  return path;
}
