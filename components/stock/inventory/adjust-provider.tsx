'use client';
import {
  createContext,
  type ReactNode,
  use,
  useCallback,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
} from 'react';
import { showFailure } from '@/components/ui/base/toast';
import type { AdjustDraft, Opened } from './adjust-draft';
import { type Rejection, rejectionOf } from './adjust-rejection';
import { shortfall } from './change';
import { balanceName } from './labels';
import { rememberReason } from './reason-memory';
import type { StockItem } from './types';
import { useAdjustment } from './use-adjustment';

type Show = (opened: Opened | null) => void;
type Save = (key: string, item: StockItem, draft: AdjustDraft, expected: number, change: number) => void;
type Adjusting = {
  open: (key: string) => void;
  close: () => void;
  save: Save;
  /** Registers a control on the screen by what shows its adjustment; returns how to unregister it. */
  register: (key: string, show: Show) => () => void;
};

export const loadAdjustPanel = () => import('./adjust-panel');
/** What a member does first on a page, before anything is adjusted. */
const SIGNS_OF_USE = ['pointermove', 'pointerdown', 'keydown'] as const;

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
  const controls = useRef(new Map<string, Show>());
  const kept = useRef(new Map<string, AdjustDraft>());
  const openKey = useRef<string | null>(null);

  const show = useCallback((key: string | null, opened: Opened | null) => {
    const before = openKey.current;
    if (before !== null && before !== key) controls.current.get(before)?.(null);
    openKey.current = opened ? key : null;
    if (key !== null) controls.current.get(key)?.(opened);
  }, []);

  const reject = (key: string, item: StockItem, draft: AdjustDraft, rejection: Rejection) => {
    const inPlace = openKey.current === key;
    if (controls.current.has(key) && (inPlace || (openKey.current === null && !isBusyElsewhere()))) {
      show(key, { draft, rejection, pending: false });
      return;
    }
    kept.current.set(key, draft);
    showFailure(`${balanceName(item)} was not adjusted`, rejection.message);
  };

  const save = async (...[key, item, draft, expected, change]: Parameters<Save>): Promise<void> => {
    const optimistic = shortfall(item, expected, change) === null;
    rememberReason(draft.reason);
    kept.current.delete(key);
    show(key, optimistic ? null : { draft, rejection: null, pending: true });
    try {
      await adjust({ item, expected, change, reason: draft.reason, notes: draft.note, optimistic });
      if (!optimistic && openKey.current === key) show(key, null);
    } catch (error) {
      reject(key, item, draft, rejectionOf(error, item));
    }
  };

  // No page needs it to be read, and the first press of `E` opens as fast as the others.
  useEffect(() => {
    const load = () => {
      stop();
      void loadAdjustPanel().catch(() => {});
    };
    const stop = () => {
      for (const sign of SIGNS_OF_USE) window.removeEventListener(sign, load);
    };
    for (const sign of SIGNS_OF_USE) window.addEventListener(sign, load);
    return stop;
  }, []);

  const latest = useRef(save);
  useEffect(() => {
    latest.current = save;
  });
  // Always the same: an adjustment that opens renders no control but its own.
  const value = useMemo<Adjusting>(
    () => ({
      open: (key) => show(key, { draft: kept.current.get(key) ?? null, rejection: null, pending: false }),
      close: () => show(openKey.current, null),
      save: (...args) => void latest.current(...args),
      register: (key, shows) => {
        controls.current.set(key, shows);
        return () => {
          controls.current.delete(key);
          if (openKey.current === key) openKey.current = null;
        };
      },
    }),
    [show],
  );
  return <AdjustContext value={value}>{children}</AdjustContext>;
}

/** The adjustment that one control opens. */
export function useAdjusting() {
  const adjusting = use(AdjustContext);
  if (!adjusting) throw new Error('An adjust control is outside AdjustProvider');
  const key = useId();
  const [opened, setOpened] = useState<Opened | null>(null);
  const { open, close, save, register } = adjusting;
  useEffect(() => register(key, setOpened), [register, key]);
  return {
    opened,
    open: () => open(key),
    close,
    save: (item: StockItem, draft: AdjustDraft, expected: number, change: number) =>
      save(key, item, draft, expected, change),
  };
}
