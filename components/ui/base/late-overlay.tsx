'use client';
import {
  cloneElement,
  type KeyboardEvent,
  type ReactElement,
  type ReactNode,
  Suspense,
  useState,
} from 'react';

type TriggerProps = {
  'aria-haspopup'?: 'menu' | 'dialog';
  'aria-expanded'?: boolean;
  onClick?: () => void;
  onPointerEnter?: () => void;
  onFocus?: () => void;
  onKeyDown?: (event: KeyboardEvent) => void;
};

/**
 * A button whose menu or drawer is fetched when the pointer or the focus nears it: no page needs it to be read.
 * `children` renders it at the button that it is given, open from the start.
 */
export function LateOverlay({
  kind,
  trigger,
  load,
  children,
}: {
  kind: 'menu' | 'dialog';
  trigger: ReactElement<TriggerProps>;
  load: () => Promise<unknown>;
  children: (trigger: ReactElement) => ReactNode;
}) {
  const [used, setUsed] = useState(false);
  const approach = () => void load().catch(() => {});
  const open = () => setUsed(true);
  const closed = cloneElement(trigger, {
    'aria-haspopup': kind,
    'aria-expanded': false,
    onClick: open,
    onPointerEnter: approach,
    onFocus: approach,
    onKeyDown: (event) => {
      if (kind === 'menu' && event.key === 'ArrowDown') open();
    },
  });
  return used ? <Suspense fallback={closed}>{children(trigger)}</Suspense> : closed;
}
