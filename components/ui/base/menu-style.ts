/** A floating panel: menu, popover, list of options. */
export const panelStyle =
  'z-50 rounded-lg border border-border bg-raised text-text shadow-md data-[state=closed]:animate-out data-[state=open]:animate-in data-[state=closed]:fade-out-0 data-[state=open]:fade-in-0 data-[state=open]:zoom-in-[0.98] duration-100';

/** One line of a menu or list. */
export const itemStyle =
  'relative flex min-h-8 cursor-default max-md:min-h-11 select-none items-center gap-2 rounded-md px-2 py-1.5 text-base outline-none data-[disabled]:pointer-events-none data-[highlighted]:bg-hover data-[disabled]:opacity-50 [&_svg]:size-4 [&_svg]:shrink-0';
