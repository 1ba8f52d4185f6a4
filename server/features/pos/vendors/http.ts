import type { ReaderName, SettingsOf } from '../responses/readers';
import { HttpConfig, type PosCredentials } from '../schema';
import type { PosConnector, PosPage } from './connector';
import { ask, type Remote } from './exchange';
import { CursorExpired, PosError } from './pos-error';

/** A POS that implements the contract of `docs/pos.md`. */
export function openHttp({ config: given, credentials, outgoing, patience, parsing }: Remote): PosConnector {
  const config = HttpConfig.safeParse(given).data;
  if (!config) throw new PosError('pos_misconfigured', 'The POS is not configured.', true);
  const exchange = {
    baseUrl: config.base_url.replace(/(?<!\/)\/+$/, ''),
    headers: authorization(credentials),
    outgoing,
    patience,
    parsing,
  };
  const get = <R extends ReaderName>(
    reader: R,
    path: string,
    query: Record<string, string>,
    { expected = [], settings }: { expected?: readonly number[]; settings?: SettingsOf<R> } = {},
  ) => {
    const search = new URLSearchParams(query).toString();
    return ask(exchange, reader, {
      method: 'GET',
      path: search ? `${path}?${search}` : path,
      expected,
      settings,
    });
  };
  const listPage = async (path: string, page: string | null, since: string | null): Promise<PosPage> => {
    const { value } = await get(
      'httpPage',
      path,
      {
        location_id: config.location_id,
        ...(since !== null && { since }),
        ...(page !== null && { cursor: page }),
        limit: String(config.page_size),
      },
      { expected: [410], settings: { limit: config.page_size, room: config.room_type } },
    );
    // An expired page cursor restarts at the first page; if that fails too, `since` has expired as well.
    if (!value) throw new CursorExpired(page === null ? 'since' : 'page');
    return value;
  };
  return {
    async health() {
      await get('httpHealth', '/health', {});
    },
    async listLocations() {
      return (await get('httpLocations', '/locations', {})).value ?? [];
    },
    async cursor() {
      const query = { location_id: config.location_id };
      return (await get('httpSince', '/changes', query, { expected: [404, 501] })).value;
    },
    listItems: (page) => listPage('/items', page, null),
    listChanges: (since, page) => listPage('/changes', page, since),
  };
}

function authorization({ token, username, password }: PosCredentials): Record<string, string> {
  if (token !== undefined) return { authorization: `Bearer ${token}` };
  if (username === undefined) return {};
  const pair = Buffer.from(`${username}:${password ?? ''}`, 'utf8').toString('base64');
  return { authorization: `Basic ${pair}` };
}
