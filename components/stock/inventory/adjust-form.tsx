'use client';
import { useEffect, useRef, useState } from 'react';
import { ItemCell } from '@/components/catalog/goods/item-cell';
import { Button } from '@/components/ui/base/button';
import { Field } from '@/components/ui/base/field';
import { Input } from '@/components/ui/base/input';
import { Kbd } from '@/components/ui/base/kbd';
import { PopoverClose } from '@/components/ui/base/popover';
import { Select } from '@/components/ui/base/select';
import type { AdjustDraft } from './adjust-draft';
import { AdjustPreview } from './adjust-preview';
import type { Rejection } from './adjust-rejection';
import { changeHint, changeOf, changeProblem, parseChange } from './change';
import { optionsOf, REASON, REASONS_WITH_NOTE } from './labels';
import { lastReason } from './reason-memory';
import { SignButtons } from './sign-buttons';
import type { StockItem } from './types';

const REASONS = optionsOf(REASON);

/** The quick edit of one quantity: the change, why, and what comes out. Enter saves, Escape leaves. */
export function AdjustForm({
  item,
  place,
  initial,
  rejection,
  pending,
  onSave,
}: {
  item: StockItem;
  /** "Harbor · Vault". */
  place: string;
  initial: AdjustDraft | null;
  rejection: Rejection | null;
  pending: boolean;
  onSave: (draft: AdjustDraft, expected: number, change: number) => void;
}) {
  const input = useRef<HTMLInputElement>(null);
  const [text, setText] = useState(initial?.text ?? '');
  const [reason, setReason] = useState(() => initial?.reason ?? lastReason());
  const [note, setNote] = useState(initial?.note ?? '');
  const [from] = useState(initial?.from ?? item.quantity);
  const [tried, setTried] = useState(false);

  // The popover took the focus before the form had loaded.
  useEffect(() => input.current?.focus(), []);

  const quantity = rejection?.quantity ?? item.quantity;
  const draft = parseChange(text, item);
  const problem = changeProblem(text, quantity, item);
  const change = draft ? changeOf(draft, quantity) : null;
  const moved = quantity !== from;

  const submit = (event: React.FormEvent) => {
    event.preventDefault();
    if (pending) return;
    if (problem || change === null) {
      setTried(true);
      input.current?.focus();
      return;
    }
    onSave({ text, reason, note, from: quantity }, quantity, change);
  };

  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-3">
      <ItemCell goods={item} note={<span>{place}</span>} />
      <Field
        label={item.unit ? `Change in ${item.unit}` : 'Change'}
        error={tried ? (problem ?? undefined) : undefined}
      >
        <div className="flex gap-1.5">
          <Input
            ref={input}
            value={text}
            onChange={(event) => setText(event.target.value)}
            placeholder={changeHint(item)}
            inputMode={item.step ? 'decimal' : 'numeric'}
            enterKeyHint="done"
            autoComplete="off"
            maxLength={15}
            className="tabular-nums"
          />
          <SignButtons
            text={text}
            onText={(next) => {
              setText(next);
              input.current?.focus();
            }}
          />
        </div>
      </Field>
      <AdjustPreview
        item={item}
        quantity={quantity}
        change={change}
        moved={moved ? from : null}
        rejection={rejection}
      />
      <Field label="Reason">
        <Select options={REASONS} value={reason} onValueChange={setReason} />
      </Field>
      {REASONS_WITH_NOTE.includes(reason) && (
        <Field label="Note (optional)">
          <Input
            value={note}
            onChange={(event) => setNote(event.target.value)}
            maxLength={1000}
            placeholder="Shown in the history"
          />
        </Field>
      )}
      <div className="flex justify-end gap-2">
        <PopoverClose asChild>
          <Button variant="ghost">
            Cancel <Kbd className="max-sm:hidden">Esc</Kbd>
          </Button>
        </PopoverClose>
        <Button type="submit" variant="primary" pending={pending}>
          Save
        </Button>
      </div>
    </form>
  );
}
