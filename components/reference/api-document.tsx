'use client';
import 'swagger-ui-dist/swagger-ui.css';
import './api-document.css';
import { useEffect, useRef, useState } from 'react';
import { Skeleton } from '@/components/ui/skeleton';
import { useDarkTheme } from './use-dark-theme';

interface Interface {
  preauthorizeApiKey(scheme: string, token: string): void;
}

/** Swagger UI over our document; it comes with the page that shows it and with no other. */
export function ApiDocument({ token }: { token: string | null }) {
  const place = useRef<HTMLDivElement>(null);
  const [shown, setShown] = useState<Interface | null>(null);
  useDarkTheme('dark-mode');

  useEffect(() => {
    let gone = false;
    void import('swagger-ui-dist/swagger-ui-es-bundle').then(({ default: open }) => {
      if (gone || !place.current) return;
      const shownNow = open({
        url: '/api/openapi.json',
        domNode: place.current,
        deepLinking: true,
        docExpansion: 'list',
        filter: true,
        tryItOutEnabled: true,
        displayRequestDuration: true,
        defaultModelsExpandDepth: -1,
        onComplete: () => setShown(shownNow as Interface),
      });
    });
    return () => {
      gone = true;
    };
  }, []);

  useEffect(() => {
    if (token) shown?.preauthorizeApiKey('bearer', token);
  }, [shown, token]);

  return (
    <section aria-label="Operations" className="mt-4 rounded-lg border border-border bg-surface p-2">
      <div ref={place} />
      {/* Below: Swagger UI measures its place once, to show the operations that are in view. */}
      {!shown && <Skeleton className="m-3 h-96" />}
    </section>
  );
}
