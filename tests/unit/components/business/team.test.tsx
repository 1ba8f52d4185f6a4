// @vitest-environment happy-dom
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { locationsText } from '@/components/business/team/labels';
import { LocationPicker } from '@/components/business/team/location-picker';
import { AccessValues, accessFields } from '@/components/business/team/member-values';
import {
  grantablePlaces,
  grantableRoles,
  limitAmong,
  mayChange,
  onlyOwner,
} from '@/components/business/team/rules';
import type { Member } from '@/components/business/team/types';
import { FormDialog } from '@/components/ui/forms/form-dialog';
import { useServerForm } from '@/components/ui/forms/use-server-form';

afterEach(cleanup);

const PLACES = [
  { id: 'a', name: 'Berkeley' },
  { id: 'b', name: 'Oakland' },
  { id: 'c', name: 'Fresno' },
];

function member(fields: Partial<Member>): Member {
  return {
    user_id: 'u',
    email: 'sam@shop.example',
    name: 'Sam',
    role: 'manager',
    locations: [],
    all_locations: true,
    status: 'active',
    mfa_enabled: false,
    invited_at: null,
    joined_at: null,
    ...fields,
  };
}

test('offers no role above the member’s own', () => {
  expect(grantableRoles('owner')).toEqual(['owner', 'admin', 'manager', 'viewer']);
  expect(grantableRoles('admin')).toEqual(['admin', 'manager', 'viewer']);
});

test('lets only owners change owners', () => {
  const may = (role: 'owner' | 'admin', target: 'owner' | 'admin') =>
    mayChange({ role, limit: null }, member({ role: target }));
  expect(may('admin', 'owner')).toBe(false);
  expect(may('admin', 'admin')).toBe(true);
  expect(may('owner', 'owner')).toBe(true);
});

test('lets a limited member change only members whose locations are all their own', () => {
  const may = (locations: string[], all_locations = false) =>
    mayChange({ role: 'admin', limit: ['a', 'b'] }, member({ locations, all_locations }));
  expect(may(['a'])).toBe(true);
  expect(may([])).toBe(true);
  expect(may(['a', 'c'])).toBe(false);
  expect(may([], true)).toBe(false);
});

test('frees a limited owner where no owner for all locations is left', () => {
  const limited = { role: 'owner' as const, limit: ['a'] };
  const owner = member({ role: 'owner', all_locations: false, locations: ['a'] });
  expect(limitAmong([owner, member({ role: 'owner' })], limited)).toEqual(['a']);
  expect(limitAmong([owner, member({ role: 'owner', status: 'invited' })], limited)).toBeNull();
  expect(limitAmong([owner, member({})], { ...limited, role: 'admin' })).toEqual(['a']);
});

test('protects the last owner, whom an invited owner does not replace', () => {
  const owner = member({ user_id: 'o', role: 'owner' });
  const invited = member({ user_id: 'i', role: 'owner', status: 'invited' });
  expect(onlyOwner([owner, invited, member({})])).toBe('o');
  expect(onlyOwner([owner, member({ user_id: 'p', role: 'owner' })])).toBeNull();
});

test('offers a limited member their own locations', () => {
  expect(grantablePlaces(PLACES, ['a'])).toEqual([PLACES[0]]);
  expect(grantablePlaces(PLACES, null)).toEqual(PLACES);
});

test('tells a member without a location from one with all of them', () => {
  expect(locationsText({ all_locations: true, locations: [] }, PLACES)).toBe('All locations');
  expect(locationsText({ all_locations: false, locations: [] }, PLACES)).toBe('No locations');
  expect(locationsText({ all_locations: false, locations: ['b', 'a'] }, PLACES)).toBe('Berkeley, Oakland');
});

function Sample({ onSubmit }: { onSubmit: (fields: object) => void }) {
  const form = useServerForm({
    schema: AccessValues,
    defaultValues: { role: 'manager', all: true, locations: [] },
    onSubmit: async (values) => onSubmit(accessFields(values)),
  });
  return (
    <FormDialog form={form} title="Invite member" submitLabel="Send invitation" onClose={() => {}}>
      <LocationPicker places={PLACES} mayGrantAll />
    </FormDialog>
  );
}

test('never grants all locations because none was chosen', async () => {
  const user = userEvent.setup();
  const sent = vi.fn();
  render(<Sample onSubmit={sent} />);
  await user.click(screen.getByRole('checkbox', { name: /All locations/ }));
  await user.click(screen.getByRole('button', { name: 'Send invitation' }));
  await screen.findByText('Choose at least one location');
  expect(sent).not.toHaveBeenCalled();
  await user.click(screen.getByRole('checkbox', { name: 'Berkeley' }));
  await user.click(screen.getByRole('checkbox', { name: 'Oakland' }));
  await user.click(screen.getByRole('button', { name: 'Send invitation' }));
  await waitFor(() => expect(sent).toHaveBeenCalledWith({ role: 'manager', locations: ['a', 'b'] }));
});
