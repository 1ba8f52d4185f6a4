import { useEffect } from 'react';

/** Puts a class on the document while it shows dark, whether by choice or by the system, and takes it away again. */
export function useDarkTheme(className: string): void {
  useEffect(() => {
    const root = document.documentElement;
    const system = matchMedia('(prefers-color-scheme: dark)');
    const apply = () => {
      const { theme } = root.dataset;
      root.classList.toggle(className, theme === undefined ? system.matches : theme === 'dark');
    };
    const observer = new MutationObserver(apply);
    observer.observe(root, { attributeFilter: ['data-theme'] });
    system.addEventListener('change', apply);
    apply();
    return () => {
      observer.disconnect();
      system.removeEventListener('change', apply);
      root.classList.remove(className);
    };
  }, [className]);
}
