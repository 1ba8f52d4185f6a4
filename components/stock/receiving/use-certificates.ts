'use client';
import { useCallback, useEffect, useRef, useState } from 'react';
import { faultOf as faultOfFile } from '@/components/stock/certificates/check-file';
import { readCertificate } from '@/components/stock/certificates/upload';
import { faultOf as faultOfReading } from '@/components/stock/certificates/use-reading';
import type { Attached } from './attached';

/** PDFs that are read at a time: the server reads those of one business in turns. */
const AT_ONCE = 2;
/** Readings that a business may keep at a time. */
const MOST = 100;

/** The certificates that came with the goods: each is read as soon as it is there, and nothing is saved. */
export function useCertificates() {
  const [attached, setAttached] = useState<readonly Attached[]>([]);
  const waiting = useRef<Attached[]>([]);
  const running = useRef(0);
  const ids = useRef(0);
  const isGone = useRef(false);
  useEffect(() => {
    isGone.current = false;
    return () => {
      isGone.current = true;
    };
  }, []);
  const change = useCallback((id: number, values: Partial<Attached>) => {
    if (isGone.current) return;
    setAttached((list) => list.map((one) => (one.id === id ? { ...one, ...values } : one)));
  }, []);
  const readNext = useCallback((): void => {
    const next = waiting.current.shift();
    if (!next || isGone.current) return;
    running.current += 1;
    const read = async (): Promise<Partial<Attached>> => {
      const fault = await faultOfFile(next.file).catch(() => `${next.file.name} can't be read.`);
      if (fault) return { state: 'failed', fault };
      const reading = await readCertificate(next.file);
      const { lab, sampled_on } = reading.extracted ?? {};
      return { state: 'read', reading, lab: lab ?? '', date: sampled_on ?? '' };
    };
    void read()
      .catch((error: unknown): Partial<Attached> => ({ state: 'failed', fault: faultOfReading(error) }))
      .then((values) => {
        running.current -= 1;
        change(next.id, values);
        readNext();
      });
  }, [change]);
  /** @param lineKey the line that they were dropped on; null to go by their batch numbers */
  const add = useCallback(
    (files: readonly File[], lineKey: string | null = null) => {
      const more = files.map((file): Attached => {
        ids.current += 1;
        return {
          ...{ id: ids.current, file, state: 'reading', reading: null, fault: null },
          ...{ lab: '', date: '', lineKey },
        };
      });
      setAttached((list) => {
        // What a line has already gives way to what is dropped on it.
        const kept = lineKey === null ? list : list.filter((one) => one.lineKey !== lineKey);
        return [...kept, ...more].slice(0, MOST);
      });
      waiting.current.push(...more);
      while (running.current < AT_ONCE && waiting.current.length > 0) readNext();
    },
    [readNext],
  );
  const remove = useCallback((id: number) => {
    waiting.current = waiting.current.filter((one) => one.id !== id);
    setAttached((list) => list.filter((one) => one.id !== id));
  }, []);
  return { attached, add, change, remove };
}
