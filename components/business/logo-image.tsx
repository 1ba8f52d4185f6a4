import { cn } from '@/components/ui/base/class-names';
import { logoPath } from '@/server/features/entities/logo/schema';

/** The logo of a business. @param id as `logoOf` finds it in an address @param name of the business */
export function LogoImage({ id, name, className }: { id: string; name: string; className?: string }) {
  return (
    // biome-ignore lint/performance/noImgElement: the server stores it at the size that it is shown
    <img src={logoPath(id)} alt={`Logo of ${name}`} className={cn('h-16 object-contain', className)} />
  );
}
