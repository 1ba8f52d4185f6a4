// @vitest-environment happy-dom
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, expect, test } from 'vitest';
import { FilterSelect } from '@/components/ui/base/combobox';

afterEach(cleanup);

const ROOMS = ['Vault', 'Sales floor', 'Quarantine', 'Lab', 'Dock', 'Safe', 'Window', 'Annex'].map(
  (label) => ({ value: label.toLowerCase(), label }),
);

function Rooms({ multiple = false }: { multiple?: boolean }) {
  const [value, setValue] = useState<string[]>([]);
  return (
    <>
      <FilterSelect label="Room" options={ROOMS} value={value} onValueChange={setValue} multiple={multiple} />
      <output>{value.join(',')}</output>
    </>
  );
}

const chosen = () => screen.getByRole('status', { name: '' }).textContent;
const open = (user: ReturnType<typeof userEvent.setup>) =>
  user.click(screen.getByRole('button', { name: /^Room/ }));

test('typing narrows the options, and Enter chooses the one that is marked', async () => {
  const user = userEvent.setup();
  render(<Rooms />);
  await open(user);
  const field = await screen.findByRole('combobox', { name: 'Room' });
  await waitFor(() => expect(document.activeElement).toBe(field));
  await user.type(field, 'quar');
  await waitFor(() => expect(screen.getAllByRole('option')).toHaveLength(1));
  const marked = screen.getByRole('option', { name: /Quarantine/ });
  await waitFor(() => expect(field.getAttribute('aria-activedescendant')).toBe(marked.id));
  await user.keyboard('{Enter}');
  await waitFor(() => expect(chosen()).toBe('quarantine'));
  expect(screen.queryByRole('option')).toBeNull();
  expect(screen.getByRole('button', { name: 'Room: Quarantine' })).toBeTruthy();
});

test('what nothing matches says so', async () => {
  const user = userEvent.setup();
  render(<Rooms />);
  await open(user);
  await user.type(await screen.findByRole('combobox', { name: 'Room' }), 'zzz');
  expect(await screen.findByText('No results')).toBeTruthy();
});

test('several options stay open to be chosen, and are removed together', async () => {
  const user = userEvent.setup();
  render(<Rooms multiple />);
  await open(user);
  await user.click(await screen.findByRole('option', { name: 'Vault' }));
  await user.click(screen.getByRole('option', { name: 'Lab' }));
  expect(chosen()).toBe('vault,lab');
  await user.click(screen.getByRole('option', { name: /Vault/ }));
  expect(chosen()).toBe('lab');
  await user.keyboard('{Escape}');
  await user.click(screen.getByRole('button', { name: 'Remove filter Room' }));
  expect(chosen()).toBe('');
});
