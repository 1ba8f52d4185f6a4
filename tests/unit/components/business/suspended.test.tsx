// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { SuspendedPanel } from '@/components/business/tenants/suspended-panel';

afterEach(cleanup);

const SHOWN = {
  business: 'Redwood',
  businessId: 'e',
  reason: 'The invoice is open',
  recalls: [],
  timezone: 'UTC',
};

test.each([
  ['enroll', 'Set one up to export your data'],
  ['confirm', 'Confirm yours to export your data'],
] as const)(
  'leads an owner who has to %s a second factor to it, in place of the export',
  (restricted, name) => {
    render(<SuspendedPanel {...SHOWN} restricted={restricted} />);
    expect(screen.getByRole('link', { name })).toHaveProperty('pathname', '/second-factor');
    expect(screen.queryByRole('heading', { name: 'Your data' })).toBeNull();
  },
);
