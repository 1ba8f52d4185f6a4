// @vitest-environment happy-dom
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { TRPCClientError } from '@trpc/client';
import { afterEach, expect, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { changedFields } from '@/components/ui/forms/changed-fields';
import { CheckboxField } from '@/components/ui/forms/fields';
import { Form } from '@/components/ui/forms/form';
import { FormDialog } from '@/components/ui/forms/form-dialog';
import { NumberField } from '@/components/ui/forms/number-field';
import { SaveBar } from '@/components/ui/forms/save-bar';
import { SubmitButton } from '@/components/ui/forms/submit-button';
import { TextField } from '@/components/ui/forms/text-field';
import { useServerForm } from '@/components/ui/forms/use-server-form';

afterEach(cleanup);

const Values = z.object({
  name: z.string().check(z.trim(), z.minLength(1, 'Enter a name')),
  units: z.nullable(z.number()).check(z.refine((units) => units !== null, 'Enter a number')),
  active: z.boolean(),
});
type Values = z.infer<typeof Values>;
const SAVED: Values = { name: 'Vault', units: 3, active: true };

type Options = {
  onSubmit: (values: Values) => Promise<unknown>;
  defaultValues?: Values;
  onError?: (error: unknown) => boolean | string;
};

function Sample({ defaultValues = SAVED, ...options }: Options) {
  const form = useServerForm({ schema: Values, defaultValues, ...options });
  return (
    <>
      <Form form={form}>
        <TextField name="name" label="Name" required />
        <NumberField name="units" label="Units" />
        <CheckboxField name="active" label="Active" hint="Buyers see it." />
        <SubmitButton pending={form.pending}>Save room</SubmitButton>
      </Form>
      <SaveBar form={form} />
    </>
  );
}

const save = () => screen.getByRole('button', { name: 'Save room' });
const name = () => screen.getByRole<HTMLInputElement>('textbox', { name: /Name/ });

/** A rejection as tRPC's client throws it. */
function rejection(code: string, message: string, details: object = {}): Error {
  return TRPCClientError.from({
    error: {
      message,
      code: -32603,
      data: { code, message, details, requestId: 'req-1' },
    } as never,
  });
}

test('a field is checked when it is left, and its error disappears once typing fixes it', async () => {
  const user = userEvent.setup();
  render(<Sample onSubmit={async () => {}} />);
  await user.clear(name());
  expect(screen.queryByText('Enter a name')).toBeNull();
  await user.tab();
  await screen.findByText('Enter a name');
  expect(name().getAttribute('aria-invalid')).toBe('true');
  expect(document.getElementById(name().getAttribute('aria-describedby') ?? '')?.textContent).toBe(
    'Enter a name',
  );
  await user.type(name(), 'F');
  await waitFor(() => expect(screen.queryByText('Enter a name')).toBeNull());
});

test('a press is not missed because the field that it leaves shows an error', async () => {
  const user = userEvent.setup();
  const onPress = vi.fn();
  render(
    <>
      <Sample onSubmit={async () => {}} />
      <button type="button" onClick={onPress}>
        Cancel
      </button>
    </>,
  );
  const cancel = screen.getByRole('button', { name: 'Cancel' });
  await user.clear(name());
  await user.pointer({ keys: '[MouseLeft>]', target: cancel });
  // The form would validate within this time.
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(document.activeElement).toBe(cancel);
  expect(screen.queryByText('Enter a name')).toBeNull();
  await user.pointer({ keys: '[/MouseLeft]', target: cancel });
  expect(onPress).toHaveBeenCalledTimes(1);
  await screen.findByText('Enter a name');
});

test('an invalid form is not sent, and its first field in error gets the focus', async () => {
  const user = userEvent.setup();
  const onSubmit = vi.fn(async () => {});
  render(<Sample defaultValues={{ name: '', units: null, active: true }} onSubmit={onSubmit} />);
  await user.click(save());
  await screen.findByText('Enter a number');
  await waitFor(() => expect(document.activeElement).toBe(name()));
  expect(onSubmit).not.toHaveBeenCalled();
});

test('a double click sends the form once, and the button is busy until the end', async () => {
  const user = userEvent.setup();
  let finish = () => {};
  const onSubmit = vi.fn(() => new Promise<void>((resolve) => (finish = resolve)));
  render(<Sample onSubmit={onSubmit} />);
  await user.dblClick(save());
  await waitFor(() => expect(save().getAttribute('aria-busy')).toBe('true'));
  await user.click(save());
  expect(onSubmit).toHaveBeenCalledTimes(1);
  expect(onSubmit).toHaveBeenCalledWith({ name: 'Vault', units: 3, active: true });
  finish();
  await waitFor(() => expect(save().getAttribute('aria-busy')).toBeNull());
});

test('a form that leads to another page stays busy', async () => {
  const user = userEvent.setup();
  const onSubmit = vi.fn(async () => 'leaving');
  render(<Sample onSubmit={onSubmit} />);
  await user.click(save());
  await waitFor(() => expect(save().getAttribute('aria-busy')).toBe('true'));
  await user.click(save());
  expect(onSubmit).toHaveBeenCalledTimes(1);
});

test("the server's errors appear at their fields, the first with the focus; typing takes them away", async () => {
  const user = userEvent.setup();
  const errors = [{ path: 'settings.units', message: 'must be at most 5' }];
  const onSubmit = () => Promise.reject(rejection('INVALID_REQUEST', 'Invalid request', { errors }));
  render(<Sample onSubmit={onSubmit} />);
  await user.click(save());
  await screen.findByText('Must be at most 5');
  const units = screen.getByRole('textbox', { name: 'Units' });
  await waitFor(() => expect(document.activeElement).toBe(units));
  expect(screen.queryByRole('alert')).toBeNull();
  await user.type(units, '4');
  await waitFor(() => expect(screen.queryByText('Must be at most 5')).toBeNull());
});

test('an error about no field, and one about a field that is not shown, appear above the form', async () => {
  const user = userEvent.setup();
  const errors = [{ path: 'color', message: 'is unknown' }];
  const onSubmit = vi
    .fn<() => Promise<void>>()
    .mockRejectedValueOnce(rejection('CONFLICT', 'The room has stock.'))
    .mockRejectedValueOnce(rejection('INVALID_REQUEST', 'Invalid request', { errors }))
    .mockRejectedValueOnce(rejection('SERVER_ERROR', 'Something went wrong.'))
    .mockRejectedValueOnce(new TypeError('fetch failed'));
  render(<Sample onSubmit={onSubmit} />);
  for (const text of [
    'The room has stock.',
    'color is unknown',
    'Something went wrong. Request id req-1.',
    'No response from the server. Check your connection and try again.',
  ]) {
    await user.click(save());
    await waitFor(() => expect(screen.getByRole('alert').textContent).toBe(text));
    await waitFor(() => expect(save().getAttribute('aria-busy')).toBeNull());
  }
});

test('a form says itself what it makes of an error', async () => {
  const user = userEvent.setup();
  render(
    <Sample onSubmit={() => Promise.reject(new Error('closed'))} onError={() => 'The room is closed.'} />,
  );
  await user.click(save());
  expect((await screen.findByRole('alert')).textContent).toBe('The room is closed.');
});

test('the save bar appears with the first change and discards all of them', async () => {
  const user = userEvent.setup();
  render(<Sample onSubmit={async () => {}} />);
  expect(screen.queryByRole('region', { name: 'Unsaved changes' })).toBeNull();
  await user.type(name(), ' 2');
  await screen.findByRole('region', { name: 'Unsaved changes' });
  await user.click(screen.getByRole('button', { name: 'Discard' }));
  expect(name().value).toBe('Vault');
  expect(screen.queryByRole('region', { name: 'Unsaved changes' })).toBeNull();
});

test('only what was changed is sent', () => {
  const before = { name: 'Vault', units: 3, tags: ['a'] };
  expect(changedFields(before, { name: 'Vault', units: 4, tags: ['a'] })).toEqual({ units: 4 });
  expect(changedFields(before, { ...before, tags: ['a', 'b'] })).toEqual({ tags: ['a', 'b'] });
  expect(changedFields(before, { ...before })).toEqual({});
});

function SampleDialog({ onSubmit, onClose }: { onSubmit: () => Promise<void>; onClose: () => void }) {
  const form = useServerForm({ schema: Values, defaultValues: SAVED, onSubmit });
  return (
    <FormDialog form={form} title="Edit room" submitLabel="Save room" onClose={onClose}>
      <TextField name="name" label="Name" />
    </FormDialog>
  );
}

test('a dialog closes at once while nothing was typed, and asks before it throws changes away', async () => {
  const user = userEvent.setup();
  const onClose = vi.fn();
  render(<SampleDialog onSubmit={async () => {}} onClose={onClose} />);
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(onClose).toHaveBeenCalledTimes(1);
  await user.type(name(), '!');
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  const question = await screen.findByRole('alertdialog', { name: 'Discard your changes?' });
  expect(question).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Keep editing' }));
  expect(onClose).toHaveBeenCalledTimes(1);
  expect(name().value).toBe('Vault!');
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  await user.click(await screen.findByRole('button', { name: 'Discard changes' }));
  await waitFor(() => expect(onClose).toHaveBeenCalledTimes(2));
});
