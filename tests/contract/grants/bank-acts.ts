import { connect as connectBusinesses, createBusiness } from '../../factories/business';
import { type Answer, type Client, ok } from '../../setup/client';
import { type Act, act, beyond, byKeys, recently } from './act';
import { owner, shop, stage } from './world';

const ACCOUNTS = '/api/v1/bank/accounts';
const paid = await createBusiness(stage.db, 'wholesaler');
await connectBusinesses(stage.db, shop, paid);
/** A business has at most fifty. */
const onAccount =
  (call: (client: Client, path: string) => Promise<Answer>): Act['send'] =>
  async (client) => {
    await stage.sql`delete from bank_accounts where entity_id = ${shop.id}`;
    return call(client, `${ACCOUNTS}/${ok(await owner.post<{ id: string }>(ACCOUNTS, { name: 'x' })).id}`);
  };

export const BANK_ACTS: Record<string, readonly Act[]> = {
  'POST /api/v1/bank/accounts': [
    act('without numbers', { ...beyond, ...byKeys }, (client) => client.post(ACCOUNTS, { name: 'x' })),
    act('with its number', { ...beyond, ...recently, ...byKeys }, (client) =>
      client.post(ACCOUNTS, { name: 'x', account_number: '12345678' }),
    ),
  ],
  'PATCH /api/v1/bank/accounts/{id}': [
    act(
      'its name',
      { ...beyond, ...byKeys },
      onAccount((client, path) => client.patch(path, { name: 'y' })),
    ),
    act(
      'its number',
      { ...beyond, ...recently, ...byKeys },
      onAccount((client, path) => client.patch(path, { account_number: '12345678' })),
    ),
  ],
  'PUT /api/v1/suppliers/{id}/payee': [
    act('where a supplier is paid', { ...beyond, ...recently }, (client) =>
      client.put(`/api/v1/suppliers/${paid.id}/payee`, {
        ...{ routing_number: '021000021', account_number: '12345678', type: 'checking', name: 'x' },
      }),
    ),
  ],
};
