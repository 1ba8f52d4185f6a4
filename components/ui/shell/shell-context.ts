'use client';
import { createContext, useContext } from 'react';

/** What the navigation shows of the page and of the business: the open entry, and numbers beside entries. */
export type ShellState = {
  current: string | undefined;
  /** By address: `{ '/orders': 3 }`. */
  badges: Readonly<Record<string, number>>;
};

const ShellContext = createContext<ShellState>({ current: undefined, badges: {} });
export const ShellProvider = ShellContext.Provider;
export const useShell = () => useContext(ShellContext);
