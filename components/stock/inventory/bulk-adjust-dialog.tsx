'use client';
import { useEffect, useId, useRef, useState } from 'react';
import { ItemCell } from '@/components/catalog/goods/item-cell';
import { Button } from '@/components/ui/base/button';
import { Dialog } from '@/components/ui/base/dialog';
import { Field } from '@/components/ui/base/field';
import { Input } from '@/components/ui/base/input';
import { Select } from '@/components/ui/base/select';
import { showDone } from '@/components/ui/base/toast';
import { formatAmount, formatCount, formatNumber } from '@/components/ui/format';
import { FormAlert } from '@/components/ui/forms/form-alert';
import { useLeaving } from '@/components/ui/forms/use-leaving';
import { trpc } from '@/components/ui/providers/trpc';
import { bulkInput, type Changes, changingRows, MAX_ENTRIES, rowProblem, textOf } from './bulk-adjust-draft';
import { type BulkRejection, bulkRejection } from './bulk-rejection';
import { changeProblem, describeChange } from './change';
import { balanceName, optionsOf, REASON, ROOM } from './labels';
import { LEVEL_ROOMS } from './level';
import { lastReason, rememberReason } from './reason-memory';
import { firstRoom } from './transfer-draft';
import type { RoomType, StockItem } from './types';

const REASONS = optionsOf(REASON);
const ROOMS = optionsOf(ROOM);

/** Adjusts balances of one room together: one change for all, or one typed per row. All of it is applied, or nothing. */
export function BulkAdjustDialog({
  items: selected,
  room,
  placeOf,
  onClose,
  onDone,
}: {
  /** Balances of all rooms; the user chooses the room. */
  items: readonly StockItem[];
  room: RoomType | null;
  /** "Harbor". */
  placeOf: (item: StockItem) => string;
  onClose: () => void;
  onDone: () => void;
}) {
  const formId = useId();
  const form = useRef<HTMLFormElement>(null);
  const utils = trpc.useUtils();
  const bulk = trpc.inventory.bulkUpdate.useMutation();
  // A poll must not change what the user is about to send.
  const [all, setAll] = useState(selected);
  const [from, setFrom] = useState(() => firstRoom(selected, room));
  const [forAll, setForAll] = useState('');
  const [changes, setChanges] = useState<Changes>({});
  const [reason, setReason] = useState(() => lastReason());
  const [note, setNote] = useState('');
  const [rejection, setRejection] = useState<BulkRejection | null>(null);
  // How often it could not be sent. The first fault gets the focus once it is drawn.
  const [tries, setTries] = useState(0);
  useEffect(() => {
    if (tries > 0) form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  }, [tries]);

  const rooms = LEVEL_ROOMS.filter((one) => all.some((item) => item.room_type === one));
  const items = all.filter((item) => item.room_type === from);
  const rows = changingRows(items, changes, forAll);
  const problems = new Map(
    items.flatMap((item) => {
      const problem = rejection?.rows.get(item.id) ?? rowProblem(item, textOf(item, changes, forAll));
      return problem ? [[item.id, problem]] : [];
    }),
  );
  const { leave, question } = useLeaving({
    touched: [forAll, note, ...Object.values(changes)].some((text) => text.trim() !== ''),
    pending: bulk.isPending,
    onClose,
  });
  const edit = (change: () => void) => {
    setRejection(null);
    change();
  };

  const submit = async (event: React.FormEvent) => {
    event.preventDefault();
    if (bulk.isPending) return;
    if (rows.length === 0 || rows.length > MAX_ENTRIES || problems.size > 0) {
      setTries((count) => count + 1);
      return;
    }
    const ids = rows.map(({ item }) => item.id);
    try {
      rememberReason(reason);
      await bulk.mutateAsync(bulkInput(rows, reason, note));
      showDone(`${formatCount(rows.length, 'item')} adjusted`, `${ROOM[from]} · ${REASON[reason]}`);
      onDone();
    } catch (error) {
      const why = bulkRejection(error, ids);
      setRejection(why);
      setTries((count) => count + 1);
      const fresh = await Promise.all(
        [...why.rows.keys()].map((id) => utils.inventory.get.fetch({ id }).catch(() => null)),
      );
      setAll((before) => before.map((item) => fresh.find((one) => one?.id === item.id) ?? item));
    }
  };

  const alert =
    rejection?.message ??
    (tries > 0 && rows.length === 0
      ? (changeProblem(forAll, 0, {}) ?? 'No row would change.')
      : rows.length > MAX_ENTRIES
        ? `${formatNumber(rows.length)} rows would change; at most ${MAX_ENTRIES} can change at once.`
        : undefined);
  return (
    <>
      <Dialog
        open
        onOpenChange={leave}
        size="lg"
        title={`Adjust ${formatCount(items.length, 'item')}`}
        description="All rows are adjusted together, or none."
        footer={
          <>
            <p className="mr-auto self-center text-muted text-sm tabular-nums" aria-live="polite">
              {formatCount(rows.length, 'row')} will change
            </p>
            <Button onClick={leave}>Cancel</Button>
            <Button type="submit" form={formId} variant="primary" pending={bulk.isPending}>
              {rows.length > 0 ? `Adjust ${formatCount(rows.length, 'item')}` : 'Adjust'}
            </Button>
          </>
        }
      >
        <form ref={form} id={formId} onSubmit={submit} noValidate className="flex flex-col gap-4">
          <FormAlert message={alert} />
          <div className="grid gap-4 sm:grid-cols-3">
            {rooms.length > 1 && (
              <Field label="Room">
                <Select
                  options={ROOMS.filter(({ value }) => rooms.includes(value))}
                  value={from}
                  onValueChange={(next) => edit(() => setFrom(next))}
                />
              </Field>
            )}
            <Field label="Change for all">
              <Input
                value={forAll}
                onChange={(event) => edit(() => setForAll(event.target.value))}
                placeholder="−3, +12 or =40"
                autoComplete="off"
                maxLength={15}
              />
            </Field>
            <Field label="Reason">
              <Select options={REASONS} value={reason} onValueChange={setReason} />
            </Field>
          </div>
          <Field label="Note (optional)">
            <Input
              value={note}
              onChange={(event) => setNote(event.target.value)}
              maxLength={1000}
              placeholder="Shown in the history"
              autoComplete="off"
            />
          </Field>
          <ul aria-label="Rows to adjust" className="rounded-lg border border-border">
            {items.map((item) => {
              const text = textOf(item, changes, forAll);
              const problem = problems.get(item.id);
              const change = rows.find((row) => row.item === item)?.change ?? 0;
              return (
                <li key={item.id} className="border-border border-b px-4 py-2 last:border-b-0">
                  <div className="flex items-center gap-3 max-sm:flex-col max-sm:items-stretch max-sm:gap-1.5">
                    <ItemCell goods={item} note={<span>{placeOf(item)}</span>} className="flex-1" />
                    <div className="flex shrink-0 items-center justify-end gap-2 text-sm tabular-nums">
                      <span className="whitespace-nowrap text-muted">
                        {change === 0
                          ? formatAmount(item.quantity, item)
                          : describeChange(item.quantity, change, item)}
                      </span>
                      <Input
                        aria-label={`Change of ${balanceName(item)}, ${placeOf(item)}`}
                        aria-invalid={problem ? true : undefined}
                        value={text}
                        onChange={(event) =>
                          edit(() => setChanges({ ...changes, [item.id]: event.target.value }))
                        }
                        placeholder="No change"
                        autoComplete="off"
                        maxLength={15}
                        className="w-28 text-right"
                      />
                    </div>
                  </div>
                  {problem && <p className="mt-1 text-right text-destructive text-sm">{problem}</p>}
                </li>
              );
            })}
          </ul>
        </form>
      </Dialog>
      {question}
    </>
  );
}
