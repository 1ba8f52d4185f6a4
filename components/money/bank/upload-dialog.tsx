'use client';
import { useState } from 'react';
import { Dialog } from '@/components/ui/base/dialog';
import { DropZone } from '@/components/ui/base/drop-zone';
import { Field } from '@/components/ui/base/field';
import { Select } from '@/components/ui/base/select';
import { showDone } from '@/components/ui/base/toast';
import { formatCount } from '@/components/ui/format';
import { sendForm, UploadRefused } from '@/components/ui/forms/send-form';
import { sessionGate } from '@/components/ui/providers/session-gate';
import { trpc } from '@/components/ui/providers/trpc';
import { useRefresh } from '@/components/ui/providers/use-refresh';
import { AccountForm } from './account-dialog';
import { MapColumns } from './map-columns';
import type { BankAccount, BankStatement } from './types';

const MAX_BYTES = 10 * 1024 * 1024;
const POLL_MS = 1_000;

/** Uploads a statement, asks what its columns are the first time, and says what was new. */
export function UploadDialog({
  accounts,
  onClose,
}: {
  accounts: readonly BankAccount[];
  onClose: () => void;
}) {
  const refresh = useRefresh();
  const usable = accounts.filter(({ active }) => active);
  const [account, setAccount] = useState(usable[0]?.id ?? '');
  const [pending, setPending] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  const [first, setFirst] = useState<BankStatement | null>(null);
  const query = trpc.bank.statements.get.useQuery(
    { id: first?.id ?? '' },
    {
      enabled: first !== null,
      refetchInterval: ({ state }) =>
        state.data?.status === 'ready' || state.data?.status === 'failed' ? false : POLL_MS,
    },
  );
  const statement = query.data ?? first;

  async function take(file: File): Promise<void> {
    if (file.size > MAX_BYTES) return setFault('The file is larger than 10 MB. Split it.');
    setFault(null);
    setPending(true);
    const form = new FormData();
    form.set('account_id', account);
    form.set('file', file);
    try {
      setFirst(await sendForm<BankStatement>('/api/v1/bank/statements', form));
      await refresh('bank.changed');
    } catch (failure) {
      if (!(failure instanceof UploadRefused)) throw failure;
      if (failure.status === 401) sessionGate.open();
      setFault(failure.message);
    } finally {
      setPending(false);
    }
  }
  function done(): void {
    if (statement?.status === 'ready') {
      const { counts } = statement;
      showDone(`${formatCount(counts.new, 'new line')}, ${counts.duplicate} there already`);
    }
    void refresh('bank.changed');
    onClose();
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && done()}
      size={statement?.status === 'mapping' ? 'xl' : 'md'}
      title="Upload statement"
      description="CSV, OFX, QFX, CAMT.053 or BAI2 of your bank, up to 10 MB."
    >
      {!account && <AccountForm onDone={({ id }) => setAccount(id)} />}
      {account && !statement && (
        <div className="flex flex-col gap-4">
          {usable.length > 1 && (
            <Field label="Account">
              <Select
                options={usable.map(({ id, name, last4 }) => ({
                  value: id,
                  label: last4 ? `${name} ••••${last4}` : name,
                }))}
                value={account}
                onValueChange={setAccount}
              />
            </Field>
          )}
          <DropZone
            label="Statement"
            accept=".csv,.txt,.ofx,.qfx,.qbo,.xml,.bai,.bai2"
            button="Choose file"
            prompt="Drop the file here, or"
            primary
            pending={pending}
            fault={fault}
            onFile={take}
          />
        </div>
      )}
      {statement && <Progress statement={statement} />}
    </Dialog>
  );
}

function Progress({ statement }: { statement: BankStatement }) {
  const { status, counts, error, errors } = statement;
  if (status === 'mapping') return <MapColumns statement={statement} />;
  if (status === 'reading') return <p role="status">Reading the file…</p>;
  if (status === 'failed') return <p role="alert">{error?.message}</p>;
  return (
    <div role="status" className="flex flex-col gap-2">
      <p>
        {formatCount(counts.new, 'new line')} of {counts.lines}, {counts.duplicate} there already
        {counts.pending > 0 && `, ${counts.pending} pending`}
        {counts.other_currency > 0 && `, ${counts.other_currency} in another currency`}.
      </p>
      {errors.length > 0 && (
        <ul className="text-sm">
          {errors.slice(0, 5).map(({ line, message }) => (
            <li key={line}>
              Line {line}: {message}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
