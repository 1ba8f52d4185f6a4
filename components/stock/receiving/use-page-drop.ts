'use client';
import { useEffect, useRef, useState } from 'react';
import { droppedPdfs } from './attached';

const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer?.types.includes('Files') === true;

/** The line that a place of the page belongs to: its row in the table, or its editor. */
function lineAt(target: EventTarget | null): string | null {
  if (!(target instanceof Element)) return null;
  const editor = target.closest('[data-line]');
  const row = target.closest('tr, li')?.querySelector('[data-line]');
  return (editor ?? row)?.getAttribute('data-line') ?? null;
}

/**
 * Takes PDFs, and folders of them, that are dropped anywhere on the page.
 * @param onFiles gets them with the line that they were dropped on
 * @returns whether files are over the page
 */
export function usePageDrop(
  enabled: boolean,
  onFiles: (files: readonly File[], lineKey: string | null) => void,
) {
  const [isOver, setIsOver] = useState(false);
  const take = useRef(onFiles);
  useEffect(() => {
    take.current = onFiles;
  });
  useEffect(() => {
    if (!enabled) return;
    const over = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      setIsOver(true);
    };
    const leave = (event: DragEvent) => {
      if (event.relatedTarget === null) setIsOver(false);
    };
    const drop = async (event: DragEvent) => {
      if (!hasFiles(event) || !event.dataTransfer) return;
      event.preventDefault();
      setIsOver(false);
      const lineKey = lineAt(event.target);
      const files = await droppedPdfs(event.dataTransfer);
      // Several on one line are certificates of a delivery, not of the line.
      if (files.length > 0) take.current(files, files.length === 1 ? lineKey : null);
    };
    addEventListener('dragover', over);
    addEventListener('dragleave', leave);
    addEventListener('drop', drop);
    return () => {
      removeEventListener('dragover', over);
      removeEventListener('dragleave', leave);
      removeEventListener('drop', drop);
    };
  }, [enabled]);
  return isOver;
}
