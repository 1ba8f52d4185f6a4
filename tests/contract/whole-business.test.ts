import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { isForPeople } from '../../server/kernel/permissions';
import { isWhole } from '../../server/operation/limited';
import { OPERATIONS, type RestOperation } from '../../server/transport/rest/operations';
import { createKey, withKey } from '../factories/api-key';
import { createBusiness, createMember } from '../factories/business';
import type { Answer, Client, ErrorBody } from '../setup/client';
import { ABSENT_ID } from '../setup/expect';
import { form } from '../setup/form';
import { openStage } from '../setup/stage';

const TABLE = join(import.meta.dirname, '../../docs/security/limited-members.md');
const stage = await openStage();
const shop = await createBusiness(stage.db, 'wholesaler', { locationCount: 2 });
const owner = await stage.signIn(await createMember(stage.db, shop, 'owner'));
const limited = await stage.signIn(await createMember(stage.db, shop, 'owner', [shop.locationIds[0]]));

const whole = OPERATIONS.filter(({ everywhere }) => isWhole(everywhere));
const OUTSIDE = 'outside_your_locations';

/** What the table says of an operation, as its declaration has it. */
function saidOf({ method, everywhere, reasons, access }: RestOperation): string {
  if (access === 'public') return 'comes before a sign-in';
  if (isWhole(everywhere)) return `no: ${lowerFirst(everywhere)} in every location`;
  if (everywhere) return `not ${everywhere}`;
  if (reasons.some((reason) => reason === OUTSIDE)) return 'within their locations';
  return method === 'GET' ? 'reads what is theirs' : 'yes';
}
const lowerFirst = (text: string) => text.charAt(0).toLowerCase() + text.slice(1);

test('the table of all operations says of each what its declaration says', () => {
  const rows = readFileSync(TABLE, 'utf8')
    .split('\n')
    .flatMap((line) =>
      [...line.matchAll(/^\| `([A-Z]+ \/[^`]*)` \| (.*) \|$/g)].map(([, name, said]) => [name, said]),
    );
  const declared = OPERATIONS.map((one) => [`${one.method} ${one.path}`, saidOf(one)]);
  const byName = (a: unknown[], b: unknown[]) => String(a[0]).localeCompare(String(b[0]));
  expect(rows.sort(byName)).toEqual(declared.sort(byName));
});

/** Without a body where it takes JSON: who is limited learns nothing of what the operation would have found wrong. */
function call(client: Client, { method, path, body }: RestOperation): Promise<Answer> {
  const address = path.replaceAll(/\{\w+\}/g, ABSENT_ID);
  if (body === 'json') return client.send(method, address);
  const file = { name: 'file', fileName: 'x.png', type: 'image/png', content: 'x' };
  return client.send(method, address, form([file]));
}
const reasonOf = ({ body }: Answer) => (body as ErrorBody | undefined)?.error?.details?.reason;

describe.each(whole.map((one) => [`${one.method} ${one.path}`, one] as const))('%s', (_name, operation) => {
  // A recall is a right that no limited member has.
  const expected = operation.access === 'recall:batches' ? 'permission_required' : OUTSIDE;

  test('rejects an owner limited to locations (403), and no other', async () => {
    const answer = await call(limited, operation);
    expect([answer.status, reasonOf(answer)], answer.text).toEqual([403, expected]);
    const { text } = await call(owner, operation);
    expect(text).not.toContain(OUTSIDE);
  });

  const isForKeys =
    !['signed-in', 'delete:entity'].includes(operation.access) && !isForPeople(operation.access);
  test.runIf(isForKeys)('rejects a key limited to locations, whatever its maker may (403)', async () => {
    const { secret } = await createKey(owner, {
      permissions: [operation.access],
      location_ids: [shop.locationIds[0]],
    });
    const answer = await call(withKey(stage.server.url, secret), operation);
    expect([answer.status, reasonOf(answer)], answer.text).toEqual([403, expected]);
  });
});
