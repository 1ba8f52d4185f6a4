'use client';
import { type RefObject, useEffect } from 'react';

const ACTIVE = 'aria-activedescendant';

/**
 * cmdk notes the active option before the list has rerendered, so after filtering its field can point at an
 * option that is gone. This keeps the pointer on the option that is marked as selected.
 * @param onNone a stable function that marks the first of the options while none is: cmdk may lose its mark when results come late, and Enter would do nothing
 */
export function useActiveOption(root: RefObject<HTMLElement | null>, onNone?: (first: string) => void): void {
  useEffect(() => {
    const element = root.current;
    if (!element) return;
    const sync = () => {
      const id = element.querySelector('[role=option][aria-selected=true]')?.id;
      const first = element.querySelector('[role=option]:not([aria-disabled=true])');
      if (!id && first) onNone?.(first.getAttribute('data-value') ?? '');
      for (const holder of element.querySelectorAll('[role=combobox], [role=listbox]')) {
        if (!id) holder.removeAttribute(ACTIVE);
        else if (holder.getAttribute(ACTIVE) !== id) holder.setAttribute(ACTIVE, id);
      }
    };
    const observer = new MutationObserver(sync);
    observer.observe(element, {
      subtree: true,
      childList: true,
      attributes: true,
      attributeFilter: ['aria-selected', ACTIVE],
    });
    sync();
    return () => observer.disconnect();
  }, [root, onNone]);
}
