'use client';
import { createContext, type ReactNode, use, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { showFailure } from '@/components/ui/toast';
import { type Rejection, rejectionOf } from './adjust-rejection';
import { shortfall } from './change';
import { rememberReason } from './reason-memory';
import { type InventoryItem, itemName, type ReasonCode } from './types';
import { useAdjustment } from './use-adjustment';

/** What has been filled in, and the quantity that it was meant for. */
export type AdjustDraft = { text: string; reason: ReasonCode; note: string; from: number };

type Opened = { key: string; draft: AdjustDraft | null; rejection: Rejection | null; pending: boolean };

type Adjusting = {
  opened: Opened | null;
  open: (key: string) => void;
  close: () => void;
  save: (key: string, item: InventoryItem, draft: AdjustDraft, expected: number, change: number) => void;
  /** Registers a control on the screen; returns how to unregister it. */
  register: (key: string) => () => void;
};

const AdjustContext = createContext<Adjusting | null>(null);

/** True when opening something now would take the focus from what the person is doing. */
function isBusyElsewhere(): boolean {
  if (document.querySelector(':is([role=dialog], [role=alertdialog])[data-state=open]')) return true;
  const focused = document.activeElement;
  // The field of a popover that is just closing still has the focus.
  return focused?.matches('input, textarea, select') === true && !focused.closest('[data-state=closed]');
}

/**
 * The open adjustment and its result: one that should succeed closes immediately and reopens with the error if it is
 * rejected; one that may be rejected stays open until the response.
 */
export function AdjustProvider({ children }: { children: ReactNode }) {
  const adjust = useAdjustment();
  const [opened, setOpened] = useState<Opened | null>(null);
  const mounted = useRef(new Set<string>());
  const kept = useRef(new Map<string, AdjustDraft>());
  const openKey = useRef<string | null>(null);
  useEffect(() => {
    openKey.current = opened?.key ?? null;
  });

  const reject = (key: string, item: InventoryItem, draft: AdjustDraft, rejection: Rejection) => {
    const inPlace = openKey.current === key;
    if (mounted.current.has(key) && (inPlace || (openKey.current === null && !isBusyElsewhere()))) {
      setOpened({ key, draft, rejection, pending: false });
      return;
    }
    kept.current.set(key, draft);
    showFailure(`${itemName(item)} was not adjusted`, rejection.message);
  };

  const save = async (
    ...[key, item, draft, expected, change]: Parameters<Adjusting['save']>
  ): Promise<void> => {
    const optimistic = shortfall(item, expected, change) === null;
    rememberReason(draft.reason);
    kept.current.delete(key);
    setOpened(optimistic ? null : { key, draft, rejection: null, pending: true });
    if (optimistic) openKey.current = null;
    try {
      await adjust({ item, expected, change, reason: draft.reason, notes: draft.note, optimistic });
      setOpened((now) => (now?.key === key && now.pending ? null : now));
    } catch (error) {
      reject(key, item, draft, rejectionOf(error));
    }
  };

  const register = useCallback((key: string) => {
    mounted.current.add(key);
    return () => void mounted.current.delete(key);
  }, []);

  const latest = useRef(save);
  useEffect(() => {
    latest.current = save;
  });
  // The same until something opens: a page that renders for another reason renders no control of its rows.
  const value = useMemo<Adjusting>(
    () => ({
      opened,
      open: (key) =>
        setOpened({ key, draft: kept.current.get(key) ?? null, rejection: null, pending: false }),
      close: () => setOpened(null),
      save: (...args) => void latest.current(...args),
      register,
    }),
    [opened, register],
  );
  return <AdjustContext value={value}>{children}</AdjustContext>;
}

/** The adjustment that one control opens. */
export function useAdjusting(key: string) {
  const adjusting = use(AdjustContext);
  if (!adjusting) throw new Error('An adjust control is outside AdjustProvider');
  const { opened, open, close, save, register } = adjusting;
  useEffect(() => register(key), [register, key]);
  const mine = opened?.key === key ? opened : null;
  return {
    isOpen: mine !== null,
    draft: mine?.draft ?? null,
    rejection: mine?.rejection ?? null,
    pending: mine?.pending ?? false,
    setOpen: (next: boolean) => (next ? open(key) : close()),
    save: (item: InventoryItem, draft: AdjustDraft, expected: number, change: number) =>
      save(key, item, draft, expected, change),
  };
}
