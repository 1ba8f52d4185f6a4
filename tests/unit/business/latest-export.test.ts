import { expect, test } from 'vitest';
import { latestExport } from '../../../components/business/tenants/latest-export';
import { forbidden, notFound } from '../../../server/kernel/errors';
import type { Viewer } from '../../../server/transport/runtime';

/** A viewer whose call for the export fails. */
function viewer(error: Error, actor: object = {}): Viewer {
  const caller = { dataExport: { latest: () => Promise.reject(error) } };
  const owner = { permissions: ['delete:entity'], locationLimit: null, restricted: null };
  return { actor: { ...owner, ...actor }, caller } as unknown as Viewer;
}

test('a page opens for members whose session may not export, without the export', async () => {
  const refused = forbidden('You may not.', { reason: 'mfa_enrollment_required' });
  const sessions = [{ permissions: [] }, { locationLimit: ['a'] }, { restricted: 'enroll' }];
  for (const session of sessions) expect(await latestExport(viewer(refused, session))).toBeUndefined();
  await expect(latestExport(viewer(refused))).rejects.toThrow('You may not.');
});

test('before the first export there is none, which is no failure', async () => {
  const absent = Object.assign(new Error('absent', { cause: notFound() }), { code: 'NOT_FOUND' });
  expect(await latestExport(viewer(absent))).toBeNull();
});
