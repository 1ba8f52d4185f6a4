'use client';
import { useEffect, useId, useRef, useState } from 'react';
import { totalText } from '@/components/catalog/goods/amounts';
import { useUndoTransfer } from '@/components/stock/transfers/use-undo-transfer';
import { Button } from '@/components/ui/base/button';
import { Dialog } from '@/components/ui/base/dialog';
import { Field } from '@/components/ui/base/field';
import { Input } from '@/components/ui/base/input';
import { Select } from '@/components/ui/base/select';
import { showUndo } from '@/components/ui/base/toast';
import { formatCount, formatNumber } from '@/components/ui/format';
import { FormAlert } from '@/components/ui/forms/form-alert';
import { useLeaving } from '@/components/ui/forms/use-leaving';
import { trpc } from '@/components/ui/providers/trpc';
import { useViewer } from '@/components/ui/providers/viewer';
import { optionsOf, placeOf, ROOM } from './labels';
import { LEVEL_ROOMS } from './level';
import {
  type Destination,
  firstRoom,
  isReleased,
  likelyDestination,
  MAX_LINES,
  movingRows,
  type Quantities,
  quantityProblem,
  rowsFrom,
  type Source,
  stayReason,
  transferInput,
} from './transfer-draft';
import { type TransferRejection, transferRejection } from './transfer-rejection';
import { TransferRows } from './transfer-rows';
import type { LocationName, StockItem } from './types';

const ROOMS = optionsOf(ROOM);
/** The option that leaves each row in its location. */
const OWN = 'own';
const ALL = 'all' satisfies Source;
const NO_FAULTS: ReadonlyMap<string, string> = new Map();

/** Moves stock to another room or location: all that is available of each row, unless the user enters less. */
export function TransferDialog({
  items: selected,
  source = null,
  locations,
  onClose,
  onDone,
}: {
  /** Balances of one room, or of several: the user chooses from which the units come. */
  items: readonly StockItem[];
  /** What to begin with, where there are several rooms. */
  source?: Source | null;
  /** Names of the places that the items are in. */
  locations: readonly LocationName[];
  onClose: () => void;
  /** @param id of the transfer */
  onDone: (id: string) => void;
}) {
  const formId = useId();
  const form = useRef<HTMLFormElement>(null);
  const transfer = trpc.inventory.transfer.useMutation();
  const { locations: inReach } = useViewer();
  const undo = useUndoTransfer();
  // A poll must not change what the user is about to send.
  const [all, setItems] = useState(selected);
  const rooms = LEVEL_ROOMS.filter((one) => all.some((item) => item.room_type === one));
  const [from, setFrom] = useState<Source>(() => (source === ALL ? ALL : firstRoom(selected, source)));
  const items = rowsFrom(all, from);
  const left = rooms.filter((one) => all.some((item) => item.room_type === one && leavesOut(item, from)));
  const [destination, setDestination] = useState<Destination>(() => likelyDestination(items));
  const [quantities, setQuantities] = useState<Quantities>({});
  const [note, setNote] = useState('');
  const [rejection, setRejection] = useState<TransferRejection | null>(null);
  // How often it could not be sent. The first fault gets the focus once it is drawn.
  const [tries, setTries] = useState(0);
  const checked = tries > 0;
  useEffect(() => {
    if (tries > 0) form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  }, [tries]);

  const names = new Map([...locations, ...inReach].map(({ id, name }) => [id, name]));
  const place = (item: StockItem) => placeOf(item, (id) => names.get(id) ?? 'Closed location');
  const rows = movingRows(items, destination, quantities);
  const moving = totalText(rows.map(({ item, units }) => ({ count: units, goods: item })));
  const needsNote = rows.some(({ item }) => isReleased(item, destination));
  const noteProblem =
    rejection?.note ??
    (checked && needsNote && note.trim() === '' ? 'Enter why it may leave quarantine.' : undefined);
  const tooMany = rows.length > MAX_LINES;
  const change = (edit: () => void) => {
    setRejection(null);
    edit();
  };

  const { leave, question } = useLeaving({
    touched: note.trim() !== '' || Object.keys(quantities).length > 0,
    pending: transfer.isPending,
    onClose,
    title: 'Discard this transfer?',
    description: 'No stock has been moved yet.',
    confirmLabel: 'Discard transfer',
  });
  const submit = async (event: React.FormEvent) => {
    event.preventDefault();
    if (transfer.isPending) return;
    const wrong = items.some((item) => !stayReason(item, destination) && quantityProblem(item, quantities));
    if (wrong || tooMany || rows.length === 0 || (needsNote && note.trim() === '')) {
      setTries((count) => count + 1);
      return;
    }
    try {
      const { id } = await transfer.mutateAsync(transferInput(rows, destination, note));
      showUndo(
        `${formatCount(rows.length, 'item')} moved`,
        () => undo(id),
        `${moving} to ${destinationName(destination, names)}`,
      );
      onDone(id);
    } catch (error) {
      const refused = transferRejection(
        error,
        rows.map(({ item }) => item),
      );
      setRejection(refused);
      setItems((before) =>
        before.map((item) => ({
          ...item,
          available_quantity: refused.available.get(item.id) ?? item.available_quantity,
        })),
      );
      setTries((count) => count + 1);
    }
  };

  const problem =
    rejection?.message ??
    (tooMany
      ? `${formatNumber(rows.length)} rows are selected; at most ${MAX_LINES} can move at once.`
      : checked && rows.length === 0
        ? 'No row would move. Choose another room or location, or enter a quantity.'
        : null);
  return (
    <>
      <Dialog
        open
        onOpenChange={leave}
        size="lg"
        title={items.length === 1 ? 'Transfer stock' : `Transfer ${formatCount(items.length, 'item')}`}
        description="Reserved units stay in place."
        footer={
          <>
            <p className="mr-auto self-center text-muted text-sm tabular-nums" aria-live="polite">
              {moving}
              {items.length > 1 && ` of ${formatCount(rows.length, 'item')}`}
            </p>
            <Button onClick={leave}>Cancel</Button>
            <Button type="submit" form={formId} variant="primary" pending={transfer.isPending}>
              Transfer
            </Button>
          </>
        }
      >
        <form ref={form} id={formId} onSubmit={submit} noValidate className="flex flex-col gap-4">
          <FormAlert message={problem ?? undefined} />
          <div className={`grid gap-4 ${rooms.length > 1 ? 'sm:grid-cols-3' : 'sm:grid-cols-2'}`}>
            {rooms.length > 1 && (
              <Field label="From room">
                <Select
                  options={[
                    { value: ALL, label: 'All rooms' },
                    ...ROOMS.filter(({ value }) => rooms.includes(value)),
                  ]}
                  value={from}
                  onValueChange={(next) =>
                    change(() => {
                      setFrom(next);
                      setDestination(likelyDestination(rowsFrom(all, next)));
                    })
                  }
                />
              </Field>
            )}
            <Field label="To room">
              <Select
                options={ROOMS}
                value={destination.room}
                onValueChange={(room) => change(() => setDestination({ ...destination, room }))}
              />
            </Field>
            <Field label="To location">
              <Select
                options={[
                  { value: OWN, label: 'Same location as now' },
                  ...inReach.map(({ id, name }) => ({ value: id, label: name })),
                ]}
                value={destination.locationId ?? OWN}
                onValueChange={(id) =>
                  change(() => setDestination({ ...destination, locationId: id === OWN ? null : id }))
                }
              />
            </Field>
          </div>
          <Field
            label={needsNote ? 'Note' : 'Note (optional)'}
            required={needsNote}
            error={noteProblem}
            hint={needsNote ? 'Reason for leaving quarantine, for the audit log.' : undefined}
          >
            <Input
              value={note}
              onChange={(event) => change(() => setNote(event.target.value))}
              maxLength={1000}
              autoComplete="off"
            />
          </Field>
          <TransferRows
            items={items}
            placeOf={place}
            destination={destination}
            quantities={quantities}
            refused={rejection?.rows ?? NO_FAULTS}
            checked={checked}
            onQuantity={(id, text) => change(() => setQuantities({ ...quantities, [id]: text }))}
          />
          {left.length > 0 && (
            <p className="text-muted text-sm">
              Not included: stock of these items in {left.map((one) => ROOM[one]).join(', ')}. To move it too,
              choose All rooms.
            </p>
          )}
        </form>
      </Dialog>
      {question}
    </>
  );
}

/** True for a row with units to move that the source doesn't take. */
function leavesOut(item: StockItem, source: Source): boolean {
  return source !== ALL && item.room_type !== source && item.available_quantity > 0;
}

function destinationName({ locationId, room }: Destination, names: ReadonlyMap<string, string>): string {
  const location = locationId && names.get(locationId);
  return location ? `${location} · ${ROOM[room]}` : ROOM[room];
}
