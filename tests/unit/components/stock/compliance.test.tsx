// @vitest-environment happy-dom
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { acceptedLine, acceptValues, fieldOfLine } from '@/components/stock/compliance/incoming';
import { JobDialog } from '@/components/stock/compliance/job-dialog';
import { CompliancePage } from '@/components/stock/compliance/list-page';
import type { Transfer } from '@/components/stock/compliance/types';
import { pageOf, showPage } from '../../../setup/browser-page';

vi.setConfig({ testTimeout: 60_000 });
afterEach(cleanup);

const AT = '2026-11-30T20:00:00.000Z';
const job = (id: string, status: string) => ({
  ...{ id, status, kind: 'package_adjustment', subject: `1A40-${id}`, location_id: 'l1', created_at: AT },
  ...{ problems: [], reason: null, attempts: [], quantities: null },
  request: {
    method: 'POST',
    path: '/packages/v2/adjust',
    body: [
      { AdjustmentReason: 'Damage', AdjustmentDate: '2026-11-29', ReasonNote: 'Broken jar [TL 0195e6a0]' },
    ],
  },
});
const packageOf = (package_tag: string, unit = 'Each') => ({
  ...{ package_tag, package_id: '1', item_name: 'Rolls', category: null, batch_id: null, expires_on: null },
  ...{ lab_testing_state: null, state: 'Shipped', shipped_quantity: 20, received_quantity: null, unit },
});
const TRANSFER = {
  ...{ id: 't', location_id: 'l1', manifest_number: '0004711', voided: false, received_at: null },
  shipper: { name: 'Front Range', license_number: 'C11' },
  packages: [packageOf('TAG-1'), packageOf('TAG-2'), packageOf('TAG-3', 'Grams')],
  accepted_tags: ['TAG-1'],
} as unknown as Transfer;
const NONE = { ADJUSTMENT: null, AUDIT: null, DAMAGE: null, THEFT: null };
const reason = (name: string) => ({ name, requires_note: false, requires_waste_weight: false });
const REASONS = {
  ...{ location_id: 'l1', reasons: NONE, confirmed: false },
  suggested: { ...NONE, DAMAGE: 'Damage' },
  available: [reason('Damage'), reason('Theft'), reason('Entry Error')],
};
const VARIANT = { id: 'v', name: 'Each', sku: 'ROLLS', unit: null, step: null };

function answer(path: string) {
  const jobs = [job('a', 'review'), job('b', 'review'), job('c', 'confirmed')];
  const of: Record<string, unknown> = {
    'compliance.jobs': pageOf(jobs),
    'compliance.job': jobs[0],
    'compliance.transfers': pageOf([TRANSFER]),
    'compliance.transfer': TRANSFER,
    'compliance.reasons': REASONS,
    'compliance.approveMany': {
      results: ['a', 'b'].map((id) => ({ id, status: 'ready', error: null })),
    },
    'integrations.list': pageOf([{ location_id: 'l1' }]),
    'products.list': pageOf([{ name: 'Rolls', variants: [VARIANT] }]),
    'inventory.list': pageOf([]),
  };
  return of[path] ?? pageOf([]);
}
const MAY = { permissions: ['read:integrations', 'update:compliance'] as const };
const page = () =>
  showPage(<CompliancePage locations={[{ id: 'l1', name: 'Harbor' }]} />, answer, {
    ...MAY,
  });
const dialog = async () => within(await screen.findByRole('dialog'));

test('selected reports in review are approved together', async () => {
  const { calls, user } = page();
  await user.click((await screen.findAllByRole('checkbox', { name: /Select all/ }))[0] as HTMLElement);
  await user.click(await screen.findByRole('button', { name: 'Approve 2 reports' }));
  await waitFor(() =>
    expect(calls).toContainEqual({ path: 'compliance.approveMany', input: { ids: ['a', 'b'] } }),
  );
});

test('reasons are mapped to the names that the license offers, as suggested at first', async () => {
  const { calls, user } = page();
  await user.click(await screen.findByRole('button', { name: 'Reasons of Metrc' }));
  await screen.findByLabelText('Theft');
  const form = await dialog();
  await user.selectOptions(form.getByLabelText('Theft'), 'Theft');
  await user.click(form.getByRole('button', { name: 'Confirm reasons' }));
  await waitFor(() =>
    expect(calls).toContainEqual({
      path: 'compliance.putReasons',
      input: { location_id: 'l1', reasons: { ...NONE, DAMAGE: 'Damage', THEFT: 'Theft' } },
    }),
  );
});

test('the note and the reason of a report that was not sent are corrected, and nothing else is sent', async () => {
  const { calls, user } = showPage(<JobDialog id="a" onClose={() => {}} />, answer, MAY);
  await user.click(await screen.findByRole('button', { name: 'Change report' }));
  const note = await screen.findByLabelText<HTMLTextAreaElement>('Note');
  expect(note.value).toBe('Broken jar');
  await user.clear(note);
  await user.selectOptions(screen.getByLabelText('Reason of Metrc'), 'Entry Error');
  await user.click(screen.getByRole('button', { name: 'Save report' }));
  await waitFor(() =>
    expect(calls).toContainEqual({
      path: 'compliance.update',
      input: { id: 'a', reason: 'Entry Error', note: null },
    }),
  );
});

test('packages of a delivery are accepted with their variants; those left out stay open', async () => {
  const { calls, user } = page();
  await user.click(await screen.findByRole('button', { name: 'Accept manifest 0004711' }));
  await screen.findByLabelText('Accepted TAG-2');
  const form = await dialog();
  expect(form.queryByText('TAG-1')).toBeNull();
  await user.click(form.getByRole('checkbox', { name: 'TAG-3' }));
  await user.click(form.getByRole('button', { name: 'Choose variant of TAG-2' }));
  await user.click(await screen.findByRole('option', { name: /ROLLS/ }));
  const accepted = form.getByLabelText('Accepted TAG-2');
  await user.clear(accepted);
  await user.type(accepted, '18');
  const damaged = form.getByLabelText('Damaged TAG-2');
  await user.clear(damaged);
  await user.type(damaged, '2');
  await user.selectOptions(await screen.findByLabelText('Why not accepted'), 'Damaged');
  await user.click(form.getByRole('button', { name: 'Accept delivery' }));
  const units = { accepted: 18, rejected: 0, damaged: 2, reason_code: 'damaged' };
  await waitFor(() =>
    expect(calls).toContainEqual({
      path: 'compliance.accept',
      input: { id: 't', location_id: 'l1', lines: [{ package_tag: 'TAG-2', variant_id: 'v', ...units }] },
    }),
  );
});

test('a line of the server is found among the packages that were sent', () => {
  const values = acceptValues(TRANSFER);
  const [first, second] = values.lines;
  if (!first || !second) throw new Error('two packages are open');
  expect([first.accepted, second.accepted]).toEqual([20, null]);
  expect(acceptedLine(second)).toEqual({ package_tag: 'TAG-3', accepted: 0, rejected: 0, damaged: 0 });
  const sent = { ...values, lines: [{ ...first, taken: false }, second] };
  expect(fieldOfLine('lines[0].variant_id', sent)).toBe('lines.1.variant');
  expect(fieldOfLine('lines', sent)).toBeUndefined();
});
