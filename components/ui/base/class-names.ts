import { type ClassValue, clsx } from 'clsx';
import { twMerge } from 'tailwind-merge';

/** Joins class names; of two Tailwind utilities that conflict, the later wins. */
export function cn(...values: ClassValue[]): string {
  return twMerge(clsx(values));
}
