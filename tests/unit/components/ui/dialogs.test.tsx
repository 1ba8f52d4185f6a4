// @vitest-environment happy-dom
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type FocusEvent, useState } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { Button } from '@/components/ui/base/button';
import { ConfirmDialog } from '@/components/ui/base/confirm-dialog';
import { Dialog } from '@/components/ui/base/dialog';

afterEach(cleanup);

function Confirming({ onConfirm, typedName }: { onConfirm: () => unknown; typedName?: string }) {
  const [open, setOpen] = useState(true);
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={setOpen}
      title="Delete Harbor?"
      description="This can't be undone."
      confirmLabel="Delete location"
      cancelLabel="Keep location"
      typedName={typedName}
      onConfirm={onConfirm}
    />
  );
}

const confirm = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Delete location' });

test('a question closes once its act has succeeded, and acts once on a double click', async () => {
  const user = userEvent.setup();
  let finish = () => {};
  const act = vi.fn(() => new Promise<void>((resolve) => (finish = resolve)));
  render(<Confirming onConfirm={act} />);
  await user.dblClick(confirm());
  expect(act).toHaveBeenCalledTimes(1);
  expect(screen.getByRole('alertdialog', { name: 'Delete Harbor?' })).toBeTruthy();
  finish();
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
});

test('a question stays open while its act runs, whatever is pressed', async () => {
  const user = userEvent.setup();
  render(<Confirming onConfirm={() => new Promise(() => {})} />);
  await user.click(confirm());
  await user.keyboard('{Escape}');
  await user.click(screen.getByRole('button', { name: 'Keep location' }));
  expect(screen.getByRole('alertdialog')).toBeTruthy();
});

test.each([
  ['fails', () => Promise.reject(new Error('no'))],
  ['is answered by false', () => Promise.resolve(false)],
])('a question stays open for another try when its act %s', async (_, onConfirm) => {
  const user = userEvent.setup();
  const act = vi.fn(onConfirm);
  render(<Confirming onConfirm={act} />);
  await user.click(confirm());
  await waitFor(() => expect(confirm().getAttribute('aria-busy')).toBeNull());
  await user.click(confirm());
  await waitFor(() => expect(act).toHaveBeenCalledTimes(2));
  expect(screen.getByRole('alertdialog')).toBeTruthy();
});

test('what needs the typed name cannot be confirmed without it', async () => {
  const user = userEvent.setup();
  const act = vi.fn();
  render(<Confirming onConfirm={act} typedName="Harbor" />);
  expect(confirm().disabled).toBe(true);
  await user.type(screen.getByRole('textbox', { name: /Type “Harbor”/ }), 'harbor');
  expect(confirm().disabled).toBe(true);
  await user.clear(screen.getByRole('textbox'));
  await user.type(screen.getByRole('textbox'), ' Harbor ');
  await user.click(confirm());
  expect(act).toHaveBeenCalledTimes(1);
});

test('a dialog has its title as name, keeps the focus inside and gives it back', async () => {
  const user = userEvent.setup();
  render(
    <Dialog title="Edit room" trigger={<Button>Open</Button>} footer={<Button>Save</Button>}>
      <input aria-label="Name" />
    </Dialog>,
  );
  await user.click(screen.getByRole('button', { name: 'Open' }));
  const dialog = await screen.findByRole('dialog', { name: 'Edit room' });
  for (let presses = 0; presses < 4; presses += 1) {
    await user.tab();
    expect(dialog.contains(document.activeElement)).toBe(true);
  }
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Open' })));
});

function Elsewhere() {
  const [open, setOpen] = useState(false);
  const [gone, setGone] = useState(false);
  return (
    <>
      <h1 tabIndex={-1}>Orders</h1>
      {!gone && <Button onClick={() => setOpen(true)}>Choose lots</Button>}
      <Dialog open={open} onOpenChange={setOpen} title="Lots">
        <input aria-label="Units" />
        <Button onClick={() => setGone(true)}>Ship</Button>
      </Dialog>
    </>
  );
}

test('a dialog that a button elsewhere opens begins in its first field and gives the focus back', async () => {
  const user = userEvent.setup();
  render(<Elsewhere />);
  await user.click(screen.getByRole('button', { name: 'Choose lots' }));
  expect(document.activeElement).toBe(await screen.findByRole('textbox', { name: 'Units' }));
  await user.keyboard('{Escape}');
  await waitFor(() =>
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Choose lots' })),
  );
});

test('a dialog whose button is gone gives the focus to the heading of the page', async () => {
  const user = userEvent.setup();
  render(<Elsewhere />);
  await user.click(screen.getByRole('button', { name: 'Choose lots' }));
  await user.click(await screen.findByRole('button', { name: 'Ship' }));
  await user.keyboard('{Escape}');
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 })));
});

function Asking() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>Cancel order</Button>
      <ConfirmDialog
        open={open}
        onOpenChange={setOpen}
        title="Cancel?"
        description="The units are free again."
        confirmLabel="Cancel this order"
        cancelLabel="Keep order"
        onConfirm={() => {}}
      />
    </>
  );
}

test('a question that a button elsewhere asks gives the focus back', async () => {
  const user = userEvent.setup();
  render(<Asking />);
  await user.click(screen.getByRole('button', { name: 'Cancel order' }));
  await user.click(await screen.findByRole('button', { name: 'Keep order' }));
  await waitFor(() =>
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Cancel order' })),
  );
});

/** Presses Escape as soon as the field gets the focus, before React renders again. */
function Field() {
  const press = (event: FocusEvent<HTMLInputElement>) =>
    event.currentTarget.dispatchEvent(
      new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true }),
    );
  return <input aria-label="Password" onFocus={press} />;
}

test('Escape that comes with the focus closes the dialog that got it, not the one below', async () => {
  const [below, above] = [vi.fn(), vi.fn()];
  const { rerender } = render(
    <Dialog open title="Create key" onOpenChange={below}>
      Name
    </Dialog>,
  );
  rerender(
    <>
      <Dialog open title="Create key" onOpenChange={below}>
        Name
      </Dialog>
      <Dialog open title="Confirm it's you" onOpenChange={above}>
        <Field />
      </Dialog>
    </>,
  );
  await waitFor(() => expect(above).toHaveBeenCalledExactlyOnceWith(false));
  expect(below).not.toHaveBeenCalled();
});

function Nested({ onClosed }: { onClosed: (name: string) => void }) {
  const [open, setOpen] = useState(['lower', 'upper']);
  const close = (name: string) => () => {
    onClosed(name);
    setOpen((names) => names.filter((one) => one !== name));
  };
  return (
    <Dialog open={open.includes('lower')} title="Lower" onOpenChange={close('lower')}>
      <input aria-label="Name" />
      <Dialog open={open.includes('upper')} title="Upper" onOpenChange={close('upper')}>
        <input aria-label="Password" />
      </Dialog>
    </Dialog>
  );
}

test('Escape closes the upper of two dialogs once, and then the lower', async () => {
  const user = userEvent.setup();
  const closed: string[] = [];
  render(<Nested onClosed={(name) => closed.push(name)} />);
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Password')));
  await user.keyboard('{Escape}');
  await waitFor(() => expect(closed).toEqual(['upper']));
  await user.keyboard('{Escape}');
  await waitFor(() => expect(closed).toEqual(['upper', 'lower']));
});
