'use client';
import { type FocusEvent as ReactFocusEvent, useEffect, useRef } from 'react';

/**
 * Keeps a blur that a press causes from the fields of a form until its click is over: the error that it shows moves the
 * layout, and the click would miss what was pressed. For `onBlurCapture` of the form.
 */
export function useLateBlur(): (event: ReactFocusEvent<HTMLFormElement>) => void {
  const pressed = useRef(false);
  const left = useRef(new Set<Element>());
  useEffect(() => {
    let timer = 0;
    const press = () => {
      pressed.current = true;
    };
    const release = () => {
      pressed.current = false;
      // The click follows in the same task.
      timer = window.setTimeout(() => {
        const fields = [...left.current];
        left.current.clear();
        for (const field of fields) {
          if (field !== document.activeElement) {
            field.dispatchEvent(new FocusEvent('focusout', { bubbles: true }));
          }
        }
      });
    };
    window.addEventListener('pointerdown', press, true);
    window.addEventListener('pointerup', release, true);
    window.addEventListener('pointercancel', release, true);
    return () => {
      window.clearTimeout(timer);
      window.removeEventListener('pointerdown', press, true);
      window.removeEventListener('pointerup', release, true);
      window.removeEventListener('pointercancel', release, true);
    };
  }, []);
  return (event) => {
    if (!pressed.current) return;
    event.stopPropagation();
    left.current.add(event.target);
  };
}
