// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import userEvent, { type UserEvent } from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { SignUpPanel } from '@/components/business/sign-up/sign-up-panel';
import { ClaimForm } from '@/components/partners/claims/claim-form';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const TICK = 'Sellers that list a customer with my license number may learn that I am here.';
const BUSINESS = {
  ...{ Name: 'Harbor', 'Legal name': 'Harbor LLC', 'License number': 'C10-1', 'Location name': 'Downtown' },
  ...{ Street: '1 Pier Road', City: 'Oakland', 'ZIP code': '94607', 'Your name': 'Maya' },
};

async function fill(user: UserEvent, values: Record<string, string>): Promise<void> {
  for (const [label, text] of Object.entries(values)) {
    if (label === 'ZIP code') await user.selectOptions(await screen.findByLabelText('State'), 'California');
    await user.click(await screen.findByLabelText(label));
    await user.paste(text);
  }
}
const tick = () => screen.getByRole<HTMLInputElement>('checkbox', { name: TICK });

test.each([false, true])(
  'signing up lets sellers learn of the business only if that is ticked: %s',
  async (ticked) => {
    const sent: unknown[] = [];
    vi.stubGlobal('fetch', async (_url: string, { body }: RequestInit) => {
      sent.push(JSON.parse(String(body)));
      return Response.json({ result: { data: null } });
    });
    const user = userEvent.setup();
    render(<SignUpPanel isMailOff={false} />);
    expect(screen.queryByLabelText('Location name')).toBeNull();
    await fill(user, { ...BUSINESS, Email: 'maya@harbor.test' });
    expect(tick().checked).toBe(false);
    if (ticked) await user.click(tick());
    await user.click(screen.getByRole('button', { name: 'Create account' }));
    await screen.findByText('Check your email');
    expect(sent).toEqual([expect.objectContaining({ tell_sellers: ticked })]);
  },
);

test.each([false, true])('accepting an invitation asks the same: %s', async (ticked) => {
  const accepted = vi.fn(async () => {});
  const user = userEvent.setup();
  render(<ClaimForm email="maya@harbor.test" onSubmit={accepted} onDead={() => {}} />);
  expect(tick().checked).toBe(false);
  await fill(user, { ...BUSINESS, Password: 'the tide comes in at noon' });
  if (ticked) await user.click(tick());
  await user.click(screen.getByRole('button', { name: 'Set up business' }));
  await vi.waitFor(() =>
    expect(accepted).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ tell_sellers: ticked })),
  );
});

test('an invitation begins with what the seller keeps of the business', async () => {
  const accepted = vi.fn(async () => {});
  const user = userEvent.setup();
  const kept = {
    type: 'retailer',
    ...{ name: 'Harbor', legalName: 'Harbor LLC', licenseNumber: 'C10-1' },
    ...{ street: '1 Pier Road', city: 'Oakland', state: 'California', zip: '94607' },
  } as const;
  render(<ClaimForm email="maya@harbor.test" kept={kept} onSubmit={accepted} onDead={() => {}} />);
  expect(screen.getByLabelText<HTMLInputElement>('License number').value).toBe('C10-1');
  await fill(user, {
    ...{ 'Location name': 'Downtown', 'Your name': 'Maya', Password: 'the tide comes in at noon' },
  });
  await user.click(screen.getByRole('button', { name: 'Set up business' }));
  await vi.waitFor(() =>
    expect(accepted).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({
        license_number: 'C10-1',
        business: expect.objectContaining({ name: 'Harbor', legal_name: 'Harbor LLC' }),
        location: {
          name: 'Downtown',
          // The state is chosen by a real browser alone: a journey looks at it.
          address: expect.objectContaining({ street: '1 Pier Road', city: 'Oakland', zip: '94607' }),
        },
      }),
    ),
  );
});
