'use client';
import { useMemo, useState } from 'react';
import { showDone } from '@/components/ui/base/toast';
import { faultsOf } from '@/components/ui/forms/failure';
import { showError } from '@/components/ui/forms/show-error';
import { trpc } from '@/components/ui/providers/trpc';
import { errorsAt, isSame, rulesOf, type Sheet, sheetOf } from './sheet';
import type { PriceRule } from './types';

const NONE: ReadonlyMap<string, string> = new Map();

/** The grid's prices while they are edited: saved all at once, and what the server changes meanwhile takes no edit away. */
export function usePriceSheet(id: string, rules: readonly PriceRule[]) {
  const saved = useMemo(() => sheetOf(rules), [rules]);
  const [seen, setSeen] = useState(saved);
  const [base, setBase] = useState(saved);
  const [sheet, setSheet] = useState(saved);
  const [errors, setErrors] = useState(NONE);
  const dirty = sheet !== base && !isSame(sheet, base);
  if (seen !== saved) {
    setSeen(saved);
    if (!dirty) {
      setBase(saved);
      setSheet(saved);
    }
  }
  const set = trpc.priceLists.setRules.useMutation();
  const change = (next: Sheet) => {
    setSheet(next);
    setErrors(NONE);
  };
  const save = async (next: Sheet = sheet) => {
    const checked = rulesOf(next);
    setSheet(next);
    setErrors(checked.errors);
    if (checked.errors.size > 0) return;
    try {
      await set.mutateAsync({ id, rules: checked.rules });
      setBase(next);
      showDone('Prices saved');
    } catch (error) {
      const found = errorsAt(faultsOf(error), checked.places);
      setErrors(found);
      if (found.size === 0) await showError("Couldn't save the prices", error);
    }
  };
  return {
    /** As last saved. */
    base,
    sheet,
    change,
    errors,
    dirty,
    pending: set.isPending,
    save,
    discard: () => change(base),
  };
}
