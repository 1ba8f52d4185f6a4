// @vitest-environment happy-dom
import { cleanup, screen, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { SuspendedPanel } from '@/components/business/tenants/suspended-panel';
import type { OpenRecall } from '@/server/features/tenants/queries';
import { showPage } from '../../../setup/browser-page';

afterEach(cleanup);

const recallBy = (id: string, name: string) =>
  ({
    ...{ id: `recall-${id}`, batch_id: `B-${id}`, product_name: 'Blue Dream', entity: { id, name } },
    ...{ class: 'II', reason: 'Mold', instructions: null, created_at: '2026-11-26T10:00:00.000Z' },
  }) as unknown as OpenRecall;

function showRecalls(recalls: OpenRecall[]) {
  showPage(
    <SuspendedPanel {...{ business: 'Us', businessId: 'us', reason: 'Unpaid', timezone: 'UTC', recalls }} />,
    () => undefined,
  );
}

test('only recalls of others are to be acted on: those of the business itself wait for its return', () => {
  showRecalls([recallBy('us', 'Us'), recallBy('them', 'Them')]);
  const others = within(screen.getByRole('region', { name: 'Open recalls' }));
  others.getByText(/Act on them/);
  others.getByText(/batch B-them/);
  expect(others.queryByText(/batch B-us/)).toBeNull();
  const own = within(screen.getByRole('region', { name: 'Recalls you started' }));
  own.getByText(/batch B-us/);
  expect(own.queryByText(/Act on them/)).toBeNull();
});

test('neither heading is there without recalls', () => {
  showRecalls([]);
  expect(screen.queryByRole('heading', { name: /recalls/i })).toBeNull();
});
