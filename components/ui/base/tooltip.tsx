'use client';
import {
  cloneElement,
  type HTMLAttributes,
  type ReactElement,
  type ReactNode,
  type SyntheticEvent,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { createPortal } from 'react-dom';
import { cn } from './class-names';

type Side = 'top' | 'right' | 'bottom' | 'left';
type Handlers = HTMLAttributes<HTMLElement>;

const DELAY_MS = 400;
/** Time to move from the child to the text, and from one child to the next, which then shows its text at once. */
const GRACE_MS = 200;
const OFFSET = 6;
const MARGIN = 8;

let lastClosed = Number.NEGATIVE_INFINITY;

/**
 * A short explanation of a focusable child. What is needed to use the child never stands only here. Every page has some,
 * so this is not a library's: that was 13 KB of each first load.
 */
export function Tooltip({
  content,
  side = 'top',
  className,
  children,
}: {
  content: ReactNode;
  side?: Side;
  className?: string;
  children: ReactElement;
}) {
  const id = useId();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const timer = useRef<number | undefined>(undefined);
  const pressed = useRef(false);
  const later = (ms: number, act: () => void) => {
    window.clearTimeout(timer.current);
    timer.current = window.setTimeout(act, ms);
  };
  const close = () => {
    window.clearTimeout(timer.current);
    lastClosed = performance.now();
    setAnchor(null);
  };
  useEffect(() => () => window.clearTimeout(timer.current), []);

  const child = children as ReactElement<Handlers>;
  const own = child.props;
  const both =
    <E extends SyntheticEvent>(theirs: ((event: E) => void) | undefined, ours: (event: E) => void) =>
    (event: E) => {
      theirs?.(event);
      ours(event);
    };
  const handlers: Handlers = {
    onPointerEnter: both(own.onPointerEnter, ({ currentTarget, pointerType }) => {
      if (pointerType === 'touch' || pressed.current) return;
      const wait = performance.now() - lastClosed < GRACE_MS ? 0 : DELAY_MS;
      later(wait, () => setAnchor(currentTarget));
    }),
    onPointerLeave: both(own.onPointerLeave, () => {
      pressed.current = false;
      if (anchor) later(GRACE_MS, close);
      else window.clearTimeout(timer.current);
    }),
    onPointerDown: both(own.onPointerDown, () => {
      pressed.current = true;
      close();
    }),
    // Of the keyboard: a press gives focus, too.
    onFocus: both(own.onFocus, ({ currentTarget }) => {
      if (!pressed.current) setAnchor(currentTarget);
    }),
    onBlur: both(own.onBlur, () => {
      pressed.current = false;
      close();
    }),
    ...(anchor && { 'aria-describedby': id }),
  };
  return (
    <>
      {cloneElement(child, handlers)}
      {anchor &&
        createPortal(
          <Tip
            id={id}
            anchor={anchor}
            side={side}
            className={className}
            onClose={close}
            onEnter={() => window.clearTimeout(timer.current)}
            onLeave={() => later(GRACE_MS, close)}
          >
            {content}
          </Tip>,
          document.body,
        )}
    </>
  );
}

/** The text beside its anchor: on the wanted side, or the opposite one where that has no room. Escape and scrolling close it. */
function Tip({
  id,
  anchor,
  side,
  className,
  onClose,
  onEnter,
  onLeave,
  children,
}: {
  id: string;
  anchor: HTMLElement;
  side: Side;
  className: string | undefined;
  onClose: () => void;
  onEnter: () => void;
  onLeave: () => void;
  children: ReactNode;
}) {
  const tip = useRef<HTMLDivElement>(null);
  const closing = useRef(onClose);
  closing.current = onClose;
  useLayoutEffect(() => {
    if (!tip.current) return;
    const { left, top } = placeOf(anchor.getBoundingClientRect(), tip.current.getBoundingClientRect(), side);
    tip.current.style.left = `${left}px`;
    tip.current.style.top = `${top}px`;
  }, [anchor, side]);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape') closing.current();
    };
    const onScroll = () => closing.current();
    document.addEventListener('keydown', onKey);
    window.addEventListener('scroll', onScroll, true);
    return () => {
      document.removeEventListener('keydown', onKey);
      window.removeEventListener('scroll', onScroll, true);
    };
  }, []);
  return (
    <div
      ref={tip}
      id={id}
      role="tooltip"
      onPointerEnter={onEnter}
      onPointerLeave={onLeave}
      className={cn(
        'fade-in-0 zoom-in-95 fixed z-60 w-max max-w-64 animate-in rounded-md bg-text px-2 py-1 text-bg text-xs shadow-md duration-100',
        className,
      )}
    >
      {children}
    </div>
  );
}

type Box = Pick<DOMRect, 'left' | 'right' | 'top' | 'bottom' | 'width' | 'height'>;

function placeOf(anchor: Box, tip: Box, side: Side): { left: number; top: number } {
  const places: Record<Side, { left: number; top: number }> = {
    top: { left: anchor.left + (anchor.width - tip.width) / 2, top: anchor.top - tip.height - OFFSET },
    bottom: { left: anchor.left + (anchor.width - tip.width) / 2, top: anchor.bottom + OFFSET },
    left: { left: anchor.left - tip.width - OFFSET, top: anchor.top + (anchor.height - tip.height) / 2 },
    right: { left: anchor.right + OFFSET, top: anchor.top + (anchor.height - tip.height) / 2 },
  };
  const opposite: Record<Side, Side> = { top: 'bottom', bottom: 'top', left: 'right', right: 'left' };
  const { innerWidth: width, innerHeight: height } = window;
  const fits = ({ left, top }: { left: number; top: number }) =>
    side === 'top' || side === 'bottom'
      ? top >= MARGIN && top + tip.height <= height - MARGIN
      : left >= MARGIN && left + tip.width <= width - MARGIN;
  const { left, top } =
    fits(places[side]) || !fits(places[opposite[side]]) ? places[side] : places[opposite[side]];
  const within = (at: number, size: number, room: number) =>
    Math.max(MARGIN, Math.min(at, room - size - MARGIN));
  return { left: within(left, tip.width, width), top: within(top, tip.height, height) };
}
